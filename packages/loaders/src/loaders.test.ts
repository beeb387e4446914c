import { BaseDocumentLoader } from '@langchain/core/document_loaders/base';
import { Document as LangChainDocument } from '@langchain/core/documents';
import { closeServers, html, serve } from '@webpith/fetch/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PithLoader } from './langchain.js';

const sentence =
  'The keeper wrote down every vessel that passed inside the rocks before the tide turned again.';
const page = `<html lang=en><title>Notes of a keeper</title><meta name=author content="E. Marlow"><nav><a href=/>Home</a></nav>
<article><h1>Notes of a keeper</h1><p>${sentence} It was <strong>cold</strong>.</p><h2 id=lamp>The lamp</h2>
<p>Every evening at six the lamp was lit, and the log says who lit it and how much oil there was.</p>
<h2 id=ice>The ice</h2><p>In the winter of the ice nobody came for forty days, and the flour ran out before the oil.</p></article>`;

let site: string;
beforeAll(async () => {
  site = await serve(html(page));
});
afterAll(closeServers);
const open = { allowPrivate: true } as const;

describe('the loader for LangChain.js', () => {
  it('loads a page as one Markdown document with metadata', async () => {
    const loader = new PithLoader(`${site}/notes`, open);
    expect(loader).toBeInstanceOf(BaseDocumentLoader);
    const [document, ...others] = await loader.load();
    expect(others).toEqual([]);
    expect(document).toBeInstanceOf(LangChainDocument);
    expect(document!.pageContent).toContain('It was **cold**.');
    expect(document!.pageContent).not.toContain('Home');
    expect(document!.metadata).toMatchObject({
      source: `${site}/notes`,
      title: 'Notes of a keeper',
      authors: 'E. Marlow',
      language: 'en',
    });
  });

  it('splits pages into chunks with citation metadata', async () => {
    const documents = await new PithLoader([{ html: page, url: 'https://example.org/notes' }], {
      chunkSize: 40,
    }).load();
    expect(documents.length).toBeGreaterThan(1);
    const ice = documents.find(({ pageContent }) => pageContent.includes('forty days'))!;
    expect(ice.metadata).toMatchObject({
      source: 'https://example.org/notes#ice',
      title: 'Notes of a keeper',
    });
    expect(ice.metadata.headings).toContain('The ice');
  });

  it('measures chunks with the given tokenizer', async () => {
    const countTokens = (text: string) => text.split(/\s+/).length;
    const documents = await new PithLoader({ html: page }, { chunkSize: 60, countTokens }).load();
    expect(documents[0]!.metadata).toMatchObject({ title: 'Notes of a keeper', chunk: 0 });
    for (const { metadata } of documents) expect(Number(metadata.tokens)).toBeLessThanOrEqual(60);
  });

  it('fails if a page fails to load, or skips it', async () => {
    const sources = [{ html: page }, `${site}/notes`];
    await expect(new PithLoader(sources).load()).rejects.toThrow('set allowPrivate');
    expect(await new PithLoader(sources, { skipErrors: true }).load()).toHaveLength(1);
  });
});
