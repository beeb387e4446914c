import { type BaseReader, Document } from '@llamaindex/core/schema';
import { type LoadOptions, piecesOf, type Source } from './pieces.js';

export type { LoadOptions, Source } from './pieces.js';

/** Reads web pages for LlamaIndex: what a person would read there, as Markdown. */
export class PithReader implements BaseReader<Document> {
  constructor(private readonly options: LoadOptions = {}) {}

  async loadData(...sources: readonly (Source | readonly Source[])[]): Promise<Document[]> {
    const pieces = await piecesOf(sources.flat() as Source[], this.options);
    return pieces.map(({ text, metadata }) => new Document({ text, metadata }));
  }
}
