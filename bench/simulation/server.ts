import type { Agenda } from './agenda.js';

export interface ServerUse {
  /** Share of time in which it was busy. */
  readonly utilisation: number;
  /** Mean and longest waiting time in seconds. */
  readonly meanWait: number;
  readonly longestWait: number;
  readonly served: number;
}

/** A server with a first-in, first-out queue: Redis, or a line to a store. */
export class Server {
  #freeAt = 0;
  #busy = 0;
  #waited = 0;
  #longest = 0;
  #served = 0;
  #since = 0;

  constructor(private readonly agenda: Agenda) {}

  /** Serves a request after those before it, then calls `then`. */
  serve(seconds: number, then: () => void): void {
    const { now } = this.agenda;
    const start = Math.max(now, this.#freeAt);
    this.#freeAt = start + seconds;
    this.#busy += seconds;
    this.#waited += start - now;
    this.#longest = Math.max(this.#longest, start - now);
    this.#served++;
    this.agenda.at(this.#freeAt, then);
  }

  /** Resets the measurements, to exclude the warm-up. */
  measureFromNow(): void {
    this.#busy = Math.max(this.#freeAt - this.agenda.now, 0);
    this.#waited = this.#longest = this.#served = 0;
    this.#since = this.agenda.now;
  }

  /** Utilisation since measuring began. */
  use(): ServerUse {
    const span = this.agenda.now - this.#since;
    const ahead = Math.max(this.#freeAt - this.agenda.now, 0);
    return {
      utilisation: span === 0 ? 0 : (this.#busy - ahead) / span,
      meanWait: this.#served === 0 ? 0 : this.#waited / this.#served,
      longestWait: this.#longest,
      served: this.#served,
    };
  }
}
