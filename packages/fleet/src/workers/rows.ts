/** Rows of some pages, in the order of the pages. */
export interface Rows {
  /** Lines of NDJSON, packed as the pool was told; frames may follow each other. */
  readonly bytes: Uint8Array;
  /** Bytes before packing. */
  readonly unpacked: number;
  readonly rows: number;
  /** Rows with an error. */
  readonly errors: number;
  /** Pages without a row, since nobody wants them. */
  readonly filtered: number;
  /** Milliseconds that threads spent on them. */
  readonly busy: number;
}

/** None. */
export const NO_ROWS: Rows = {
  bytes: new Uint8Array(),
  unpacked: 0,
  rows: 0,
  errors: 0,
  filtered: 0,
  busy: 0,
};

/** Rows one after another. */
export function joinedRows(parts: readonly Rows[]): Rows {
  const sum = (of: (part: Rows) => number) => parts.reduce((total, part) => total + of(part), 0);
  return {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    unpacked: sum(part => part.unpacked),
    rows: sum(part => part.rows),
    errors: sum(part => part.errors),
    filtered: sum(part => part.filtered),
    busy: sum(part => part.busy),
  };
}
