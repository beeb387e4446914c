/** Child process of `measure.ts`: reads a page and sends its memory use. Linux only. */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseDocument } from 'htmlparser2';
import { extract, OUTPUTS, PithError } from 'webpith';
import { treeFromHtml } from 'webpith/stages';
import { DENSE_PAGES, type DensePage } from './dense-pages.js';
import type { Measured, Reading } from './measure.js';

const URL_OF_PAGE = { url: 'https://example.org/dense' };

const READINGS: Readonly<Record<Reading, (html: string) => unknown>> = {
  dom: html => parseDocument(html),
  tree: html => treeFromHtml(html),
  text: html => extract(html, URL_OF_PAGE).text,
  outputs: html => {
    const article = extract(html, URL_OF_PAGE);
    return Object.values(OUTPUTS).map(write => write(article, {}).length);
  },
};

const [page, reading, size] = process.argv.slice(2) as [DensePage, Reading, string];
const read = READINGS[reading];
read('<p>Warm-up: memory allocated once is not counted.</p>');
// Flattened: a concatenated string would be copied by its first reader.
const html = Buffer.from(DENSE_PAGES[page](Number(size)), 'latin1').toString('latin1');

/** Resets the kernel's peak memory counter. */
const FORGET_PEAK = '5';
writeFileSync('/proc/self/clear_refs', FORGET_PEAK);
const before = peak();
let refusal: string | undefined;
try {
  read(html);
} catch (error) {
  if (!(error instanceof PithError)) throw error;
  refusal = error.code;
}
process.send?.({ characters: html.length, bytes: peak() - before, refusal } satisfies Measured);

/** Peak resident bytes. */
function peak(): number {
  return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
