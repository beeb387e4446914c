/** Something that takes untrusted input. */
export interface Target {
  readonly name: string;
  /** The inputs and the required behaviour, in a sentence. */
  readonly about: string;
  /** CPU milliseconds per input, if stricter than the default. */
  readonly slow?: number;
  open?(): Promise<unknown>;
  /** Makes an input; deterministic in seed and number. */
  make(seed: number, number: number): Uint8Array;
  /** The problem with an input, or undefined. */
  check(input: Uint8Array): string | undefined | Promise<string | undefined>;
  close?(): Promise<void>;
}

export function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 200);
  const place = error.stack?.split('\n').find(line => line.includes(' at ')) ?? '';
  return `${error.name}: ${error.message.slice(0, 200)} ${place.trim()}`;
}

/** The name of a typed error of this project; undefined for any other error, which is a finding. */
export function ownError(error: unknown): string | undefined {
  const { name = '' } = (error ?? {}) as { name?: string };
  return /^(?:Pith|Fetch|Input|Learn|Lab|Fleet)Error$/.test(name) ? name : undefined;
}

export const jsonOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
export const parsedInput = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());
