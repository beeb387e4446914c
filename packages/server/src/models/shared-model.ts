/** A trained model as a thread takes it. */
export interface SharedModel {
  readonly id: string;
  /** What it is called. */
  readonly name: string;
  readonly method: string;
  /** Its JSON, in memory that all threads share; processes are sent it. */
  readonly data: Uint8Array;
}

/** Puts the JSON of a model where all threads see it. */
export function inSharedMemory(about: Omit<SharedModel, 'data'>, json: unknown): SharedModel {
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  const data = new Uint8Array(new SharedArrayBuffer(bytes.length));
  data.set(bytes);
  return { ...about, data };
}

/** The JSON of a model. A view of shared memory cannot be decoded; a copy can. */
export function jsonOf({ data }: SharedModel): unknown {
  return JSON.parse(new TextDecoder().decode(data.slice()));
}
