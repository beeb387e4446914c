import { parseHTML } from 'linkedom';
import { decodeBytes } from 'webpith/stages';
import type { Page } from '../corpora/corpus.js';
import { LabError } from '../errors.js';
import type { Extraction } from '../extractor.js';
import { blockText, type DomNode } from './block-text.js';

export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    const message = `The rival “${name}” is not installed. It is a development dependency of the lab: npm install --save-dev ${name}`;
    throw new LabError('no-rival', message, { cause: error });
  }
}

/** Decodes a page as our own extractors do, so that peers are measured on extraction, not decoding. */
export function htmlOf(page: Page): string {
  return decodeBytes(page.html).text;
}

export function documentOf(page: Page): DomNode {
  return parseHTML(htmlOf(page)).document as unknown as DomNode;
}

export function htmlToText(html: string): string {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return blockText(document.documentElement as unknown as DomNode);
}

/** Result of a peer; empty strings count as absent. */
export interface RivalResult {
  readonly html?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly author?: string | null | undefined;
  readonly published?: string | null | undefined;
  readonly language?: string | null | undefined;
}

export function toExtraction({ html, title, author, published, language }: RivalResult): Extraction {
  return {
    text: html ? htmlToText(html) : '',
    ...(title ? { title } : {}),
    ...(author ? { authors: [author] } : {}),
    ...(published ? { published } : {}),
    ...(language ? { language } : {}),
  };
}
