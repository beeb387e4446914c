"""Times a way to extract pages in Python; prints pages, seconds and processor time, with that of child processes.

    python throughput.py PAGES.ndjson one|many|trafilatura WARM-UP SECONDS
"""

import json
import os
import sys
import time
from itertools import cycle
from pathlib import Path


def one(pages):
    from webpith import extract

    for page in pages:
        yield extract(page["html"], url=page["url"], output="text")


def many(pages):
    from webpith import Page, extract_many

    yield from extract_many((Page(page["html"], page["url"]) for page in pages), columns=["text"], workers=2)


def trafilatura(pages):
    from trafilatura import extract

    for page in pages:
        yield extract(page["html"], url=page["url"])


WAYS = {"one": one, "many": many, "trafilatura": trafilatura}


def main():
    file, way, warm_up, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3]), float(sys.argv[4])
    with open(file, encoding="utf-8") as lines:
        pages = [json.loads(line) for line in lines]
    # One iteration: the processes of one that is abandoned are ended.
    results = WAYS[way](cycle(pages))
    count_for(results, warm_up)
    used, begun = processor_time(), time.perf_counter()
    count = count_for(results, seconds)
    elapsed = time.perf_counter() - begun
    print(json.dumps({"pages": count, "seconds": elapsed, "cpu": processor_time() - used}))


def count_for(results, seconds):
    begun = time.perf_counter()
    for count, _ in enumerate(results, 1):
        if time.perf_counter() - begun > seconds:
            return count


def processor_time():
    """Processor seconds of this process and its children, running or ended."""
    own = os.times()
    children = [
        int(child)
        for task in Path("/proc/self/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    return sum(own[:4]) + sum(map(time_of, children))


def time_of(process):
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


main()
