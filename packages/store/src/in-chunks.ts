/** Rows in chunks: neither database takes more than some tens of thousands of values in one statement. */
export function inChunks<T>(rows: readonly T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, chunk) =>
    rows.slice(chunk * size, (chunk + 1) * size),
  );
}
