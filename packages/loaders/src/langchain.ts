import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import { Document } from '@langchain/core/documents';
import { documentsOf, type LoadOptions, type Source } from './documents.js';

export type { LoadOptions, Source } from './documents.js';

/** Loads the main content of web pages as Markdown documents for LangChain. */
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
    const documents = await documentsOf(sources, this.options);
    return documents.map(({ text, metadata }) => new Document({ pageContent: text, metadata }));
  }
}
