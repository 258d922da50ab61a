"""Draw the curves of logs as SVG: scores over passes, a color for each log.

    python curves.py out/stable-1.jsonl out/stable-2.jsonl --out stable.svg
"""

from __future__ import annotations

import argparse
import html
import json
from typing import Any, Dict, List, Optional, Sequence, Tuple

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 320, 48, 12, 150, 40  # pixels
COLORS = ("#0072b2", "#b87a00", "#009e73", "#c4679a", "#2e9bd0", "#d55e00")  # those of gen/chart


def svg(logs: Sequence[List[Dict[str, Any]]]) -> str:
    """Return a chart of logs of one example, which are lists of their lines: held-out scores solid, those of learnt samples dashed."""
    passes = max(line.get("pass", 0) for log in logs for line in log)

    def place(x: float, y: float) -> Tuple[float, float]:
        return LEFT + (WIDTH - LEFT - RIGHT) * x / passes, TOP + (HEIGHT - TOP - BOTTOM) * (1 - y)

    def line(points: Sequence[Tuple[float, float]], color: str, dashes: str = "", width: float = 1.5) -> str:
        at = " ".join("{:.1f},{:.1f}".format(*place(*p)) for p in points)
        return f'<polyline points="{at}" fill="none" stroke="{color}" stroke-width="{width}" stroke-dasharray="{dashes}"/>'

    def text(x: float, y: float, words: str, color: str = "#222", anchor: str = "start") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" fill="{color}" text-anchor="{anchor}">{html.escape(words)}</text>'

    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for tenth in range(0, 11, 2):
        y = place(0, tenth / 10)[1]
        drawn += [line([(0, tenth / 10), (passes, tenth / 10)], "#ddd", width=1), text(LEFT - 6, y + 4, f"{10 * tenth} %", anchor="end")]
    for x in range(0, passes + 1, max(1, passes // 10)):
        drawn.append(text(place(x, 0)[0], HEIGHT - BOTTOM + 18, str(x), anchor="middle"))
    drawn.append(text(place(passes / 2, 0)[0], HEIGHT - 6, "passes over the samples", anchor="middle"))
    end = WIDTH - RIGHT + 8
    for key, words in (("most_frequent", "most frequent answer"), ("chance", "chance")):
        if key in logs[0][0] and (key == "chance" or logs[0][0][key] > logs[0][0]["chance"] + 0.05):  # else one lies on the other
            share = logs[0][0][key]
            drawn += [line([(0, share), (passes, share)], "#666", "2 3"), text(end, place(0, share)[1] + 4, words, "#666")]
    rows = TOP + 10.0
    for number, log in enumerate(logs):
        color, trained = COLORS[number % len(COLORS)], [entry for entry in log if "pass" in entry]
        drawn += [line([(e["pass"], e["learnt"]) for e in trained], color, "5 3", 1), line([(e["pass"], e["held_out"]) for e in trained], color)]
        drawn.append(text(end, rows + 16 * number, f"seed {log[0]['arguments']['seed']}: {100 * log[-1]['final']:.1f} %", color))
    rows += 16 * len(logs)
    drawn += [text(end, rows, "solid: held out"), text(end, rows + 16, "dashed: learnt from"), "</svg>"]
    return "\n".join(drawn) + "\n"


def main(arguments: Optional[Sequence[str]] = None) -> None:
    p = argparse.ArgumentParser(description="Draw the curves of logs as SVG.")
    p.add_argument("logs", nargs="+", help="files that the examples wrote")
    p.add_argument("--out", required=True, help="file to write")
    a = p.parse_args(arguments)
    logs = []
    for name in a.logs:
        with open(name, encoding="utf-8") as f:
            logs.append([json.loads(line) for line in f])
        if "final" not in logs[-1][-1]:
            p.error(f"{name} has no last line with final: its run has not ended")
    with open(a.out, "w", encoding="utf-8") as f:
        f.write(svg(logs))


if __name__ == "__main__":
    main()
