import { UsageError } from '../errors.js';
import type { Article, Include, Library } from '../library.js';

/** The options that have a say in chunks. */
export interface ChunkFlags {
  readonly chunks?: number;
  readonly overlap?: number;
  readonly format: string;
  readonly method: string;
  readonly explain?: boolean;
}

/** Refuses what cannot go with `--chunks` before a page is fetched. */
export function checkChunkFlags({ chunks, overlap, format, method, explain }: ChunkFlags): void {
  if (chunks === undefined) {
    if (overlap !== undefined)
      throw new UsageError('expected --overlap together with --chunks; add --chunks 500');
    return;
  }
  if (overlap !== undefined && overlap > chunks / 2) {
    throw new UsageError(
      `expected --overlap of at most half of --chunks, ${Math.floor(chunks / 2)}, got ${overlap}`,
    );
  }
  if (format !== 'text' && format !== 'markdown')
    throw new UsageError(`expected --chunks with --format text or markdown, got ${format}; leave it out`);
  if (method !== 'default') {
    throw new UsageError(`expected --chunks with the method default only, got it with ${method}`);
  }
  if (explain) throw new UsageError('expected one of --chunks and --explain, got both; leave one out');
}

/** The chunks of an article, each on a line as JSON; those of Markdown carry what the article says of itself. */
export function chunkLines(
  library: Library,
  article: Article,
  { size, overlap, format }: { size: number; overlap: number | undefined; format: string },
  include: Include,
): string {
  const markdown = format === 'markdown' ? ({ format, facts: true } as const) : {};
  const options = { ...include, size, ...markdown, ...(overlap === undefined ? {} : { overlap }) };
  return library
    .chunks(article, options)
    .map(chunk => JSON.stringify(chunk))
    .join('\n');
}
