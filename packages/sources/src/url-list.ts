import type { Listed } from './fetched.js';
import { linesOf } from './lines.js';
import type { ReadOptions } from './record.js';
import { endOf, openLines } from './unpacked.js';

const LONGEST_LINE = 1 << 16;

/** The addresses of a text file, one a line; blank lines and those that begin with # are passed over. */
export async function* addressesOfList(file: string, options: ReadOptions = {}): AsyncGenerator<Listed> {
  const { chunks, start, close } = await openLines(file, options);
  try {
    for await (const line of linesOf(chunks, LONGEST_LINE)) {
      const url = line.bytes === undefined ? '' : Buffer.from(line.bytes).toString().trim();
      const offset = start + line.offset;
      if (url === '' || url.startsWith('#') || offset < endOf(options.after)) continue;
      if (line.isDoubtful && !URL.canParse(url)) continue;
      yield { url, source: { file, offset, length: line.length } };
    }
  } finally {
    await close();
  }
}
