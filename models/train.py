"""Train the finder or the reader: `python -m jassvision.models.train finder --data DIR [--hours H] [--resume]`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

CONFIGS = Path(__file__).parent / "configs"


def main(arguments: list[str] | None = None) -> int:
    """Run a training from the command line; 0 when it is done, 2 when it cannot start."""
    parser = argparse.ArgumentParser(prog="python -m jassvision.models.train", description=__doc__)
    parser.add_argument("model", choices=["finder", "reader"])
    parser.add_argument("--config", type=Path, help="YAML config (default: the one shipped for the model)")
    parser.add_argument(
        "--data",
        action="append",
        default=[],
        metavar="DIR[:WEIGHT]",
        help="folder made by jassvision.datasets.scenes; may be given several times",
    )
    parser.add_argument("--run", type=Path, help="folder of checkpoints and curves (default: runs/<model>)")
    parser.add_argument(
        "--start", type=Path, help="state dict to begin from: COCO weights of YOLO26n, or one of models/checkpoints"
    )
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint of the run")
    parser.add_argument("--hours", type=float, help="budget over all sittings (default: the epochs of the config)")
    parser.add_argument("--threads", type=int, default=1, help="CPU threads (default: 1)")
    given = parser.parse_args(arguments)

    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = str(given.threads)
    import cv2
    import torch

    torch.set_num_threads(given.threads)
    cv2.setNumThreads(1)
    from jassvision.models.pacing import load_plan

    try:
        plan = load_plan(
            given.config or CONFIGS / f"{given.model}.yaml",
            given.data,
            given.run or Path("runs") / given.model,
            given.hours,
            given.start,
            given.resume,
        )
        if given.model == "finder":
            from jassvision.models.finder_training import train_finder

            train_finder(plan)
        else:
            from jassvision.models.reader_training import train_reader

            train_reader(plan)
    except ValueError as error:
        print(f"train: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
