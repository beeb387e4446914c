"""Child process of `peers.ts`: reads pages with a Python extractor and prints the measurements.

    python peer.py NAME PAGES.ndjson SECONDS
"""

import json
import resource
import sys
import time
from importlib.metadata import version


def trafilatura():
    from trafilatura import extract

    return lambda page: extract(page["html"], url=page["url"])


def rs_trafilatura():
    from rs_trafilatura import extract

    return lambda page: extract(page["html"], url=page["url"])


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text

    return lambda page: extract_plain_text(page["html"], main_content=True)


EXTRACTORS = {"trafilatura": trafilatura, "rs-trafilatura": rs_trafilatura, "resiliparse": resiliparse}


def main():
    name, file, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    extract = EXTRACTORS[name]()
    with open(file, encoding="utf-8") as lines:
        pages = [json.loads(line) for line in lines]
    first = read_pages(extract, pages, len(pages), seconds)
    warm = read_pages(extract, pages, float("inf"), seconds)
    result = {"version": version(name), "first": first, "warm": warm, "memory": peak_memory()}
    print(json.dumps(result))


def read_pages(extract, pages, most, seconds):
    """Reads pages in turn until `most` pages are read or `seconds` have passed."""
    read = failures = 0
    begun = time.perf_counter()
    while read < most and time.perf_counter() - begun < seconds:
        failures += attempt(extract, pages[read % len(pages)])
        read += 1
    return {"pages": read, "failures": failures, "seconds": time.perf_counter() - begun}


def peak_memory():
    """Peak memory in bytes. Not from `getrusage` if possible: its peak is inherited from the parent process."""
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as lines:
            return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def attempt(extract, page):
    try:
        extract(page)
        return 0
    except Exception:
        return 1


main()
