import { parseHTML } from 'linkedom';
import { decodeBytes } from 'webpith/stages';
import type { Page } from '../corpora/corpus.js';
import { LabError } from '../errors.js';
import type { Extraction } from '../extractor.js';
import { blockText, type DomNode } from './block-text.js';

/** Imports a rival's package; where it is missing, an error that says what to do. */
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

/** Text of a page, decoded as for our own extractors: rivals are measured on what they extract, not on how they decode. */
export function htmlOf(page: Page): string {
  return decodeBytes(page.html).text;
}

/** A page as a linkedom document. */
export function documentOf(page: Page): DomNode {
  return parseHTML(htmlOf(page)).document as unknown as DomNode;
}

/** Block text of the HTML a rival gives back. */
export function htmlToText(html: string): string {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return blockText(document.documentElement as unknown as DomNode);
}

/** What rivals tell about a page; empty strings count as unknown. */
export interface RivalResult {
  readonly html?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly author?: string | null | undefined;
  readonly published?: string | null | undefined;
  readonly language?: string | null | undefined;
}

/** A rival's result as an extraction. */
export function toExtraction({ html, title, author, published, language }: RivalResult): Extraction {
  return {
    text: html ? htmlToText(html) : '',
    ...(title ? { title } : {}),
    ...(author ? { authors: [author] } : {}),
    ...(published ? { published } : {}),
    ...(language ? { language } : {}),
  };
}
