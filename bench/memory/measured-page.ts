/** One process of `measure.ts`: reads a page and sends what memory that took. Linux only. */
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
read('<p>What is made once is not counted.</p>');
// A string that is joined from pieces would be laid out anew by whoever reads it first.
const html = Buffer.from(DENSE_PAGES[page](Number(size)), 'latin1').toString('latin1');

/** Has the system forget how much memory there was at most until now. */
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

/** Most bytes of resident memory so far. */
function peak(): number {
  return 1024 * Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
