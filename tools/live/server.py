"""The server of a session: pages, the state as JSON, commands, and sockets that carry states and pictures.

Every answer is checked by `Guard` before it is made: the host, the origin, and what the caller may do.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from jassvision.tools.live.access import COOKIE, COOKIE_DAYS, Access, Right, safe_headers
from jassvision.tools.live.engine import VIEWS, Engine
from jassvision.tools.live.obeying import ANSWER_SECONDS, obeyed
from jassvision.tools.live.openapi import openapi
from jassvision.tools.live.pictures import PictureDesk
from jassvision.tools.live.sockets import Bucket, Sockets
from jassvision.tools.live.theme import FILES, Theme
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY: Final = 16 * 1024
"""Bytes of a command."""

COMMANDS_A_SECOND: Final = 30.0
"""Commands over HTTP from all callers together, and how many may come at once."""

PAGES: Final = {"/": "index.html", "/board": "board.html", "/overlay": "overlay.html"}

TYPES: Final = {
    **FILES,
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon",
    ".txt": "text/plain; charset=utf-8",
}
"""Kinds of files that are served; others are not."""


def build_app(
    engine: Engine,
    desk: PictureDesk,
    access: Access,
    *,
    theme: Theme | None = None,
    language: str = "de",
    pages: Path | None = None,
    art: Path | None = None,
) -> Starlette:
    """The application.

    Args:
        theme: colours, names and logo of the pages.
        language: of the pages, unless somebody chooses another.
        pages, art: folders with the pages and the faces of cards.
    """
    here = Path(__file__).parent
    folders = pages or here / "pages", art or here.parent / "art"
    served = Server(engine, desk, access, theme or Theme(), language, folders)
    sockets = Sockets(engine, desk)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        sockets.attach(asyncio.get_running_loop())
        yield
        sockets.detach()

    app = Starlette(
        routes=[
            *(Route(path, served.page, methods=["GET"]) for path in PAGES),
            Route("/enter", served.enter, methods=["GET"]),
            Route("/healthz", served.health, methods=["GET"]),
            Route("/openapi.json", served.openapi, methods=["GET"]),
            Route("/theme.json", served.theme_json, methods=["GET"]),
            Route("/theme/{name}", served.theme_file, methods=["GET"]),
            Mount(
                "/api/v1",
                routes=[
                    Route("/state", served.state, methods=["GET"]),
                    Route("/commands", served.commands, methods=["POST"]),
                    Route("/matches/{number:int}", served.match, methods=["GET"]),
                    Route("/frame.jpg", served.frame, methods=["GET"]),
                    WebSocketRoute("/events", sockets.events),
                    WebSocketRoute("/picture", sockets.picture),
                ],
            ),
            Mount("/art", _Files(served.art)),
            Mount("/", _Files(served.pages)),
        ],
        lifespan=lifespan,
        exception_handlers={HTTPException: _problem, Exception: _broken},
    )
    app.add_middleware(Guard, access=access)
    return app


class Server:
    """The answers over HTTP."""

    def __init__(
        self,
        engine: Engine,
        desk: PictureDesk,
        access: Access,
        theme: Theme,
        language: str,
        folders: tuple[Path, Path],
    ) -> None:
        self.engine, self.access, self._theme, self.language = engine, access, theme, language
        self._desk = desk
        self.pages, self.art = folders
        self._bucket = Bucket(COMMANDS_A_SECOND, COMMANDS_A_SECOND)

    async def page(self, request: Request) -> Response:
        """One of the pages."""
        file = self.pages / PAGES[request.url.path]
        if not file.is_file():
            raise HTTPException(404, "the pages are not installed: install jassvision anew")
        response = FileResponse(file, media_type=TYPES[".html"], headers={"cache-control": "no-cache"})
        response.set_cookie("jassvision-lang", self.language, samesite="lax")
        return response

    async def enter(self, request: Request) -> Response:
        """Take the token of a link and keep it in a cookie."""
        token = request.query_params.get("token", "")[:200]
        right = self.access.right_of(token)
        if right == "none":
            raise HTTPException(401, "this link is not valid any more: ask for a new one")
        to = request.query_params.get("to", "/" if right == "operate" else "/board")
        page = to.partition("?")[0]
        if page not in PAGES:
            raise HTTPException(400, f"to is one of {', '.join(PAGES)}")
        response = RedirectResponse(to, 303)
        if self.access.keys is not None:
            # lax, so that a link in a message works at once; a foreign page can still do nothing, see Guard
            response.set_cookie(COOKIE, token, max_age=COOKIE_DAYS * 86400, httponly=True, samesite="lax")
        return response

    async def health(self, _: Request) -> Response:
        """Whether the server is there."""
        return JSONResponse({"ok": True})

    async def openapi(self, _: Request) -> Response:
        """The description of the API."""
        return JSONResponse(openapi())

    async def theme_json(self, _: Request) -> Response:
        """The theme."""
        return JSONResponse(self._theme.as_json() | {"language": self.language})

    async def theme_file(self, request: Request) -> Response:
        """A file that the theme names."""
        found = self._theme.file(request.path_params["name"])
        if found is None:
            raise HTTPException(404, "the theme names no such file")
        return FileResponse(found, media_type=TYPES[found.suffix.lower()], headers={"cache-control": "no-cache"})

    async def state(self, request: Request) -> Response:
        """A whole state."""
        view = request.query_params.get("view", "console")
        if view not in VIEWS:
            raise HTTPException(400, f"view is one of {', '.join(VIEWS)}")
        if view == "console" and request.scope["right"] != "operate":
            raise HTTPException(403, "only the operator may see this: ask for view=board")
        text = self.engine.published.texts[view]
        return Response(text, media_type="application/json", headers={"cache-control": "no-store"})

    async def match(self, request: Request) -> Response:
        """A match of the record to look at."""
        if request.scope["right"] != "operate":
            raise HTTPException(403, "only the operator may see this")
        number = request.path_params["number"]
        try:
            text = await asyncio.wait_for(asyncio.wrap_future(self.engine.match(number)), ANSWER_SECONDS)
        except TimeoutError:
            raise HTTPException(503, "the game is being counted anew: try again in a moment") from None
        if text is None:
            raise HTTPException(404, f"the record holds no match {number}")
        return Response(text, media_type="application/json", headers={"cache-control": "no-store"})

    async def commands(self, request: Request) -> Response:
        """Do what the operator says."""
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HTTPException(415, "send a command as application/json")
        if not self._bucket.take():
            raise HTTPException(429, "too many commands: wait a moment")
        try:
            command = json.loads(await _body(request))
        except (ValueError, RecursionError):
            raise HTTPException(400, 'a command is a JSON object such as {"action": "undo"}') from None
        status, answer = await obeyed(self.engine, command)
        return JSONResponse(answer, status)

    async def frame(self, _request: Request) -> Response:
        """The newest picture."""
        found = self._desk.newer(0)
        for _ in range(20):
            if found is not None:
                break
            await asyncio.sleep(0.05)
            found = self._desk.newer(0)
        if found is None:
            raise HTTPException(503, "there is no picture: the camera is not there")
        headers = {"cache-control": "no-store", "x-time": f"{found.shot.time:.3f}"}
        return Response(found.jpeg, media_type="image/jpeg", headers=headers)


class Guard:
    """Checks every request before anything is done, and adds the headers that keep pages safe."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app, self.access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        request = Headers(scope=scope)
        host = request.get("host", "")
        headers = safe_headers(host)
        refusal = self._refusal(scope, request, host)

        async def guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                answer = MutableHeaders(scope=message)
                for name, value in headers.items():
                    answer.setdefault(name, value)
            await send(message)

        if refusal is None:
            await self.app(scope, receive, guarded)
            return
        status, sentence = refusal
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": sentence[:120]})
            return
        await JSONResponse({"ok": False, "error": sentence}, status)(scope, receive, guarded)

    def _refusal(self, scope: Scope, headers: Headers, host: str) -> tuple[int, str] | None:
        """Why a request is refused; None when it is not. What the caller may do is put into the scope."""
        if not self.access.is_host(host):
            return 403, "this server does not go by that name: use the link that it printed"
        path = scope["path"]
        changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")
        if changes and not self.access.is_own_origin(headers.get("origin"), host):
            return 403, "only our own pages may do this"
        cookies = dict(part.strip().partition("=")[::2] for part in headers.get("cookie", "").split(";") if "=" in part)
        right: Right = self.access.right(headers, cookies)
        scope["right"] = right
        needed = needed_right(scope["type"], path)
        if needed == "none" or right == "operate" or (needed == "read" and right == "read"):
            return None
        if right == "none":
            return 401, "a token is needed: open the link that the program printed"
        return 403, "only the operator may do this"


def needed_right(kind: str, path: str) -> Right:
    """What a caller must be allowed for a path."""
    if path == "/" or path in ("/api/v1/commands", "/api/v1/frame.jpg", "/api/v1/picture"):
        return "operate"
    if path in ("/board", "/overlay", "/theme.json", "/api/v1/state", "/api/v1/events"):
        return "read"
    if kind == "websocket" or path.startswith("/api/"):
        return "operate"
    return "none"


async def _body(request: Request) -> bytes:
    found = b""
    async for piece in request.stream():
        found += piece
        if len(found) > MOST_BODY:
            raise HTTPException(413, f"a command has at most {MOST_BODY} bytes")
    return found


class _Files:
    """The files of a folder, of the known kinds only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, "files can only be read")
        path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        kind = TYPES.get(Path(path).suffix.lower())
        file = self._file(path) if kind is not None else None
        if file is None:
            raise HTTPException(404, "there is no such page")
        response = FileResponse(file, media_type=kind, headers={"cache-control": "no-cache"})
        await response(scope, receive, send)

    def _file(self, path: str) -> Path | None:
        try:
            file = (self.folder / path).resolve()
            return file if file.is_relative_to(self.folder) and file.is_file() else None
        except (OSError, ValueError):
            return None


async def _problem(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes = {
        400: "bad_request",
        404: "not_found",
        405: "not_allowed",
        413: "too_large",
        415: "bad_type",
        429: "too_many",
    }
    code = codes.get(error.status_code, "refused")
    return JSONResponse({"ok": False, "error": error.detail, "code": code}, error.status_code, headers=error.headers)


async def _broken(_: Request, error: Exception) -> Response:
    return JSONResponse({"ok": False, "error": f"something went wrong: {type(error).__name__}", "code": "broken"}, 500)
