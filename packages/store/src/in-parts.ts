/** Rows in parts: neither database takes more than some tens of thousands of values in one statement. */
export function inParts<T>(rows: readonly T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, part) =>
    rows.slice(part * size, (part + 1) * size),
  );
}
