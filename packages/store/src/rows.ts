/** The table row of a record, in which absent values are null. */
export type Row<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Exclude<T[K], undefined> | null : T[K];
};

type Present<R> = {
  readonly [K in keyof R]: null extends R[K] ? Exclude<R[K], null> | undefined : R[K];
};

/** Replaces null by undefined. */
export function present<R extends object>(row: R): Present<R> {
  const values = Object.entries(row).map(([name, value]) => [name, value ?? undefined]);
  return Object.fromEntries(values) as Present<R>;
}
