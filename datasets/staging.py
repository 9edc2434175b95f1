"""What lies round and over the cards: the table and its edge, carpets, things, arms that reach in."""

from __future__ import annotations

import cv2
import numpy as np
from jassvision.datasets import layouts, light
from jassvision.datasets.arrays import Image, Rng
from jassvision.datasets.camera import Camera, arm_frame, table_frame, to_pixels
from jassvision.datasets.canvas import NOBODY, THING, Canvas, Edge, Sun
from jassvision.datasets.dealer import CARD_MM, Laid
from jassvision.datasets.hands import drawn_out, random_hand
from jassvision.datasets.material import Material
from jassvision.datasets.props import Prop, printed_mat
from jassvision.datasets.tables import random_ground


def lay_ground(rng: Rng, material: Material, camera: Camera) -> Image:
    """The bare table in perspective, with its far or near edge and the floor beyond it at times."""
    ground = textured(rng, random_ground(rng, material), camera)
    if rng.random() < 0.18:
        floor = textured(rng, random_ground(rng, material), camera)
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(120, 420)
        normal = np.array([np.cos(angle), np.sin(angle)])
        along = np.array([-normal[1], normal[0]])
        start = np.array(camera.look_at) + normal * away
        view = camera.homography()
        ends = to_pixels(view, np.array([start - along * 300, start + along * 300]))
        out = ends[1] - ends[0]
        out = out / max(1e-6, float(np.hypot(*out))) * 4000
        beyond = to_pixels(view, np.array([start + normal * 60]))[0] - ends.mean(axis=0)
        side = np.array([-out[1], out[0]])
        side = side if side @ beyond > 0 else -side
        quad = np.array([ends[0] - out, ends[1] + out, ends[1] + out + side, ends[0] - out + side])
        mask = np.zeros(ground.shape[:2], np.uint8)
        cv2.fillPoly(mask, [quad.astype(np.int32)], 255)
        floor = np.asarray(cv2.convertScaleAbs(floor, alpha=rng.uniform(0.3, 1.0)))
        cv2.copyTo(floor, mask, ground)
    return ground


def textured(rng: Rng, texture: Image, camera: Camera) -> Image:
    """A texture spread over the table plane as the camera sees it."""
    scale = float(np.exp(rng.uniform(np.log(0.5), np.log(2.2)))) * 640 / max(texture.shape[:2])  # millimetres a pixel
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.choice([0, np.pi / 2])
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    h, w = texture.shape[:2]
    onto = np.array([[c, -s, camera.look_at[0]], [s, c, camera.look_at[1]], [0, 0, 1.0]])
    onto = onto @ np.array([[1, 0, -w * rng.uniform(0.2, 0.8)], [0, 1, -h * rng.uniform(0.2, 0.8)], [0, 0, 1.0]])
    density = camera.focal / camera.distance * scale  # picture pixels for each pixel of the texture
    if density < 0.7:
        shrink = max(0.12, density / 0.85)
        texture = np.asarray(cv2.resize(texture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
        onto = onto @ np.diag([1 / shrink, 1 / shrink, 1.0])
    view = camera.homography() @ onto
    out = cv2.warpPerspective(texture, view, camera.size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(out)


def lay_mat(rng: Rng, canvas: Canvas, camera: Camera, material: Material) -> None:
    """A Jass carpet under the cards, at times."""
    if rng.random() >= 0.16:
        return
    if rng.random() < 0.3:
        mat = printed_mat(rng)
        picture, alpha, size = mat.picture, mat.alpha, mat.size_mm
    else:
        picture = random_ground(rng, material)
        alpha = np.full(picture.shape[:2], 255, np.uint8)
        wide = rng.uniform(350, 750)
        size = (wide, wide * picture.shape[0] / picture.shape[1])
    off = rng.normal(0, 60, 2)
    place = table_frame(
        camera.look_at[0] + off[0],
        camera.look_at[1] + off[1],
        rng.uniform(0, 360),
        size,
        (alpha.shape[1], alpha.shape[0]),
    )
    canvas.paste(picture, alpha, camera.homography() @ place, NOBODY, shadow=Sun(1.0, 1.0, 0.3).shadow(1.0))


def lay_prop(
    rng: Rng,
    canvas: Canvas,
    camera: Camera,
    prop: Prop,
    edge: Edge,
    sun: Sun,
    near: float,
    owner: int = NOBODY,
) -> None:
    """A thing somewhere in view, at least `near` millimetres from the middle."""
    per_mm = camera.focal / camera.distance
    far = max(near + 60.0, 0.5 * max(camera.size_wh) / per_mm)
    x, y, turn = layouts.around(rng, near, far)
    if rng.random() < 0.6:
        turn = rng.uniform(0, 360)
    h, w = prop.alpha.shape
    place = table_frame(camera.look_at[0] + x, camera.look_at[1] + y, turn, prop.size_mm, (w, h))
    picture, alpha = prop.picture, prop.alpha
    shrink = per_mm * prop.size_mm[1] / h
    if shrink < 0.7:
        size = (max(2, round(w * shrink)), max(2, round(h * shrink)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
        alpha = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA))
        place = place @ np.diag([w / size[0], h / size[1], 1.0])
    view = camera.homography() @ place
    shadow = sun.shadow(min(prop.thick, 30) * per_mm * 0.5)
    if prop.thick > 40:  # a glass stands up: its foot, then its rim where the height shifts it to
        lean = camera.parallax(np.array([camera.look_at[0] + x, camera.look_at[1] + y])) * prop.thick
        for share in np.linspace(0, 1, 7):
            moved = np.array([[1, 0, lean[0] * share], [0, 1, lean[1] * share], [0, 0, 1.0]])
            view = camera.homography() @ moved @ place
            dim = np.asarray(cv2.convertScaleAbs(picture, alpha=0.6 + 0.4 * share))
            canvas.paste(
                dim, alpha, view, owner, edge, shadow if share == 0 else None, opacity=1.0 if share == 1 else 0.5
            )
        return
    canvas.paste(picture, alpha, view, owner, edge, shadow)


def reach_in(
    rng: Rng,
    canvas: Canvas,
    camera: Camera,
    material: Material,
    edge: Edge,
    sun: Sun,
    cards: list[Laid],
) -> None:
    """An arm from the rim of the picture, its fingers on a card, beside it or anywhere; its hard shadow beside it."""
    w, h = camera.size_wh
    hand = drawn_out(random_hand(rng, material))
    if cards and rng.random() < 0.7:
        card = cards[int(rng.integers(len(cards)))]
        point = to_pixels(card.frame, rng.uniform(-0.25, 1.25, (1, 2)))[0]
        per_mm = card.length / CARD_MM
    else:
        point = rng.uniform(0.05, 0.95, 2) * (w, h)
        per_mm = camera.focal / camera.distance
    point = np.clip(point, (-0.1 * w, -0.1 * h), (1.1 * w, 1.1 * h))
    outward = point - np.array([w, h]) / 2
    direction = np.degrees(np.arctan2(outward[1], outward[0])) + rng.normal(0, 50)
    scale = hand.mm * per_mm * rng.uniform(0.9, 1.35)
    arm = arm_frame(hand.tip, (float(point[0]), float(point[1])), float(direction - 90), float(scale))
    picture, alpha = hand.picture, hand.alpha
    if scale < 0.7:
        size = (max(4, round(alpha.shape[1] * scale)), max(8, round(alpha.shape[0] * scale)))
        arm = arm @ np.diag([alpha.shape[1] / size[0], alpha.shape[0] / size[1], 1.0])
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
        alpha = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA))
    blur = light.line_kernel(rng.uniform(3, 16), rng.uniform(0, np.pi)) if rng.random() < 0.25 else None
    canvas.paste(picture, alpha, arm, THING, edge, sun.shadow(float(rng.uniform(4, 30)) * per_mm), blur)
