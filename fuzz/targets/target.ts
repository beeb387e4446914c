/** Something that takes what strangers send: how inputs are made for it, and what must hold for each. */
export interface Target {
  readonly name: string;
  /** What is tried and what must hold, in a sentence. */
  readonly about: string;
  /** Starts what it needs. */
  open?(): Promise<unknown>;
  /** The input of a number: always the same for the same seed. */
  make(seed: number, number: number): Uint8Array;
  /** What is wrong with what came of an input, or undefined. */
  check(input: Uint8Array): string | undefined | Promise<string | undefined>;
  /** Ends what was started for it. */
  close?(): Promise<void>;
}

/** An error as a line: what was not foreseen is a finding. */
export function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 200);
  const place = error.stack?.split('\n').find(line => line.includes(' at ')) ?? '';
  return `${error.name}: ${error.message.slice(0, 200)} ${place.trim()}`;
}

/** The name of an error of ours; undefined for one that nobody foresaw. */
export function ownError(error: unknown): string | undefined {
  const { name = '' } = (error ?? {}) as { name?: string };
  return /^(?:Pith|Fetch|Input|Learn|Lab|Fleet)Error$/.test(name) ? name : undefined;
}

/** A value as the bytes of an input, and back. */
export const jsonOf = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
export const parsedInput = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());
