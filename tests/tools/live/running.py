"""`jassvision live` as a process of its own."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request

RUN = "import sys; from jassvision.tools.cli import main; sys.exit(main(sys.argv[1:]))"


def _as_in_a_terminal(ignored):
    """Whatever started the tests (nohup, a background job), signals reach the program, but for one to be ignored."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN if number == ignored else signal.SIG_DFL)


class Running:
    """A process of `jassvision live`; `args` as on the command line.

    Args:
        ignored: a signal that it is born to ignore.
        program: what Python runs, for a program that is prepared for a test.
    """

    def __init__(self, folder, *args, ignored=None, program=RUN):
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, "live", *args, "--port", "0"],
            cwd=folder,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
            preexec_fn=lambda: _as_in_a_terminal(ignored),
        )
        self.lines = []
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.append(line)
            found = re.match(r"(?:Overlay  |Overlay \(for OBS\) +)(http://[^/]+)", line)
            if found:
                self.url = found[1]
                break
        else:
            raise AssertionError("".join(self.lines))
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{self.url}/healthz", timeout=5)
                return
            except OSError:
                time.sleep(0.05)

    def state(self, view="console"):
        with urllib.request.urlopen(f"{self.url}/api/v1/state?view={view}", timeout=20) as answer:
            return json.load(answer)

    def say(self, **command):
        request = urllib.request.Request(
            f"{self.url}/api/v1/commands", json.dumps(command).encode(), {"content-type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()
