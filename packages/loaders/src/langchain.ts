import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import { Document } from '@langchain/core/documents';
import { type LoadOptions, piecesOf, type Source } from './pieces.js';

export type { LoadOptions, Source } from './pieces.js';

/** Loads web pages for LangChain: what a person would read there, as Markdown. */
export class PithLoader extends BaseDocumentLoader {
  constructor(
    private readonly sources: Source | readonly Source[],
    private readonly options: LoadOptions = {},
  ) {
    super();
  }

  async load(): Promise<Document[]> {
    const sources = Array.isArray(this.sources)
      ? (this.sources as readonly Source[])
      : [this.sources as Source];
    const pieces = await piecesOf(sources, this.options);
    return pieces.map(({ text, metadata }) => new Document({ pageContent: text, metadata }));
  }
}
