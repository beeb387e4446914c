export interface SharedModel {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  /** JSON in shared memory, which threads share; processes receive a copy. */
  readonly data: Uint8Array;
}

export function inSharedMemory(about: Omit<SharedModel, 'data'>, json: unknown): SharedModel {
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  const data = new Uint8Array(new SharedArrayBuffer(bytes.length));
  data.set(bytes);
  return { ...about, data };
}

/** Copies the bytes first: `TextDecoder` accepts no shared memory. */
export function jsonOf({ data }: SharedModel): unknown {
  return JSON.parse(new TextDecoder().decode(data.slice()));
}
