/** The part of the API we use; the package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Client {
    setBody(body: string | Buffer | undefined): void;
  }
  interface Options {
    readonly url: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Buffer | undefined;
    readonly requests?: readonly object[];
    readonly setupClient?: (client: Client) => void;
    readonly connections?: number;
    readonly duration?: number;
    readonly timeout?: number;
  }
  interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly duration: number;
    readonly non2xx: number;
    readonly '2xx': number;
    readonly requests: { readonly average: number };
    readonly latency: { readonly [percentile: string]: number };
  }
  interface Run extends EventEmitter {
    on(event: 'response', heard: (client: Client, status: number, bytes: number, time: number) => void): this;
  }
  export default function autocannon(options: Options): Promise<Result>;
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): Run;
}
