/** Rows in page order. */
export interface Rows {
  /** NDJSON, compressed in one or more frames. */
  readonly bytes: Uint8Array;
  /** Bytes before compression. */
  readonly unpacked: number;
  readonly rows: number;
  /** Rows with an error. */
  readonly errors: number;
  /** Pages without a row because of the filter. */
  readonly filtered: number;
  /** Milliseconds of thread time. */
  readonly busy: number;
}

export const NO_ROWS: Rows = {
  bytes: new Uint8Array(),
  unpacked: 0,
  rows: 0,
  errors: 0,
  filtered: 0,
  busy: 0,
};

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
