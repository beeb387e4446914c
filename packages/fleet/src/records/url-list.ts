import { createReadStream } from 'node:fs';
import type { Listed } from './fetched.js';
import { linesOf } from './lines.js';
import type { ReadOptions } from './record.js';

const LONGEST_LINE = 1 << 16;

/** The addresses of a text file, one a line; blank lines and those that begin with # are passed over. */
export async function* addressesOfList(file: string, { after }: ReadOptions = {}): AsyncGenerator<Listed> {
  const start = after === undefined ? 0 : after.offset + after.length;
  const bytes = createReadStream(file, { start });
  for await (const line of linesOf(bytes as AsyncIterable<Uint8Array>, LONGEST_LINE)) {
    const url = line.bytes === undefined ? '' : Buffer.from(line.bytes).toString().trim();
    if (url === '' || url.startsWith('#')) continue;
    yield { url, source: { file, offset: start + line.offset, length: line.length } };
  }
}
