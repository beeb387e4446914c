export async function* limited(
  source: AsyncIterable<Uint8Array | string>,
  limit: number,
  tooLarge: () => Error,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    total += bytes.length;
    if (total > limit) throw tooLarge();
    yield bytes;
  }
}

export async function collected(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const units: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** Parses "50MB", "500 kB" or a number of bytes; undefined if invalid. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d{1,12}(?:\.\d{1,6})?) ?([a-z]{0,2})$/i.exec(text.trim());
  const unit = units[match?.[2]?.toLowerCase() ?? '?'];
  if (match?.[1] === undefined || unit === undefined) return undefined;
  const size = Math.round(Number(match[1]) * unit);
  return size > 0 ? size : undefined;
}

export function showSize(bytes: number): string {
  if (bytes >= 1e9) return `${trim(bytes / 1e9)} GB`;
  if (bytes >= 1e6) return `${trim(bytes / 1e6)} MB`;
  if (bytes >= 1e3) return `${trim(bytes / 1e3)} kB`;
  return `${bytes} bytes`;
}

function trim(value: number): string {
  return String(Number(value.toFixed(1)));
}
