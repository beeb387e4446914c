import type { Agenda } from './agenda.js';

/** How busy a server was. */
export interface ServerUse {
  /** Share of the time in which it served somebody. */
  readonly utilisation: number;
  /** Seconds that those served waited for their turn: on average, and the most. */
  readonly meanWait: number;
  readonly longestWait: number;
  readonly served: number;
}

/** Something that serves one after another in the order in which they come: Redis, or a line to a store. */
export class Server {
  #freeAt = 0;
  #busy = 0;
  #waited = 0;
  #longest = 0;
  #served = 0;
  #since = 0;

  constructor(private readonly agenda: Agenda) {}

  /** Serves for so many seconds, as soon as those before are done; then goes on with `then`. */
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

  /** Forgets what was measured so far: the time in which the system filled up says nothing of how it runs. */
  measureFromNow(): void {
    this.#busy = Math.max(this.#freeAt - this.agenda.now, 0);
    this.#waited = this.#longest = this.#served = 0;
    this.#since = this.agenda.now;
  }

  /** How busy it was since measuring began. */
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
