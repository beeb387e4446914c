import { digestOf, type PageRecord } from '@webpith/sources';

/** The built module of the hostile extractor, which threads can load. */
export const HOSTILE = new URL('../../dist/testing/hostile-extractor.js', import.meta.url).href;

/** Records of pages with these texts. */
export function recordsOfTexts(texts: readonly string[]): PageRecord[] {
  return texts.map((text, offset) => {
    const bytes = Buffer.from(text);
    return { bytes, digest: digestOf(bytes), source: { file: 'test', offset, length: bytes.length } };
  });
}
