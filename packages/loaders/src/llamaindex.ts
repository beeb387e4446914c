import { type BaseReader, Document } from '@llamaindex/core/schema';
import { documentsOf, type LoadOptions, type Source } from './documents.js';

export type { LoadOptions, Source } from './documents.js';

/** Loads the main content of web pages as Markdown documents for LlamaIndex. */
export class PithReader implements BaseReader<Document> {
  constructor(private readonly options: LoadOptions = {}) {}

  async loadData(...sources: readonly (Source | readonly Source[])[]): Promise<Document[]> {
    const documents = await documentsOf(sources.flat() as Source[], this.options);
    return documents.map(({ text, metadata }) => new Document({ text, metadata }));
  }
}
