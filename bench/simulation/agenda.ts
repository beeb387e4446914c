type Event = () => void;

/** Event queue in simulated time; simultaneous events run in the order they were planned. */
export class Agenda {
  #now = 0;
  #planned = 0;
  /** A binary heap by time and sequence number. */
  readonly #heap: { readonly moment: number; readonly number: number; readonly event: Event }[] = [];

  /** Seconds since the start. */
  get now(): number {
    return this.#now;
  }

  /** Plans an event; a time in the past counts as now. */
  at(moment: number, event: Event): void {
    const entry = { moment: Math.max(moment, this.#now), number: this.#planned++, event };
    let place = this.#heap.length;
    this.#heap.push(entry);
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(entry, this.#heap[above]!)) break;
      this.#heap[place] = this.#heap[above]!;
      place = above;
    }
    this.#heap[place] = entry;
  }

  after(seconds: number, event: Event): void {
    this.at(this.#now + seconds, event);
  }

  /** Runs events until a time. */
  runUntil(moment: number): void {
    while (this.#heap.length > 0 && this.#heap[0]!.moment <= moment) {
      const { moment: next, event } = this.#heap[0]!;
      this.#removeFirst();
      this.#now = next;
      event();
    }
    this.#now = moment;
  }

  #removeFirst(): void {
    const last = this.#heap.pop()!;
    const { length } = this.#heap;
    if (length === 0) return;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= length) break;
      if (below + 1 < length && isBefore(this.#heap[below + 1]!, this.#heap[below]!)) below++;
      if (!isBefore(this.#heap[below]!, last)) break;
      this.#heap[place] = this.#heap[below]!;
      place = below;
    }
    this.#heap[place] = last;
  }
}

interface Ordered {
  readonly moment: number;
  readonly number: number;
}

function isBefore(a: Ordered, b: Ordered): boolean {
  return a.moment < b.moment || (a.moment === b.moment && a.number < b.number);
}
