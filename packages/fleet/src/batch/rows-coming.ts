/** A queue of results that a consumer awaits in order. */
export class RowsComing<T> {
  readonly #ready: T[] = [];
  #state: 'open' | 'over' | { readonly error: unknown } = 'open';
  #wake: (() => void) | undefined;

  add(rows: T): void {
    this.#ready.push(rows);
    this.#wake?.();
  }

  end(): void {
    this.#state = 'over';
    this.#wake?.();
  }

  fail(error: unknown): void {
    this.#state = { error };
    this.#wake?.();
  }

  /** The first result, without removing it. */
  async first(): Promise<T> {
    await this.#until();
    return this.#ready[0]!;
  }

  async *all(): AsyncGenerator<T> {
    for (;;) {
      await this.#until();
      const next = this.#ready.shift();
      if (next === undefined) return;
      yield next;
    }
  }

  /** Waits for a result or the end. */
  async #until(): Promise<void> {
    while (this.#ready.length === 0 && this.#state === 'open') {
      await new Promise<void>(resolve => {
        this.#wake = resolve;
      });
    }
    if (this.#ready.length === 0 && typeof this.#state === 'object') throw this.#state.error;
  }
}
