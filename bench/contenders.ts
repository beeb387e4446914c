import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { Parser } from 'htmlparser2';
import { JSDOM, VirtualConsole } from 'jsdom';
import { parseHTML } from 'linkedom';
import { extract } from '../packages/pith/dist/index.js';
import type { BenchPage } from './pages.js';

/** One of those that are timed. */
export interface Contender {
  readonly name: string;
  /** Most pages it is timed on: the slow ones take fewer, spread over the sample. */
  readonly pages: number;
  /** Takes part in every so many-th round. */
  readonly every: number;
  read(page: BenchPage): unknown;
}

const silent = new VirtualConsole();

/** In the order of the table. Each starts from the decoded HTML and ends with the text. */
export const CONTENDERS: readonly Contender[] = [
  {
    name: 'htmlparser2, empty handlers',
    pages: Number.POSITIVE_INFINITY,
    every: 1,
    read: ({ html }) => new Parser({}).end(html),
  },
  {
    name: 'pith, extract() to text',
    pages: Number.POSITIVE_INFINITY,
    every: 1,
    read: ({ html, url }) => extract(html, { url }).text,
  },
  {
    name: 'Readability, linkedom',
    pages: Number.POSITIVE_INFINITY,
    every: 3,
    read: ({ html }) => new Readability(parseHTML(html).document).parse()?.textContent,
  },
  {
    name: 'Readability, jsdom',
    pages: 30,
    every: 3,
    read({ html, url }) {
      const { window } = new JSDOM(html, { url, virtualConsole: silent });
      const text = new Readability(window.document).parse()?.textContent;
      window.close();
      return text;
    },
  },
  {
    name: 'defuddle, linkedom',
    pages: 60,
    every: 3,
    // Asynchronous mode would ask servers for pages it cannot read.
    read: async ({ html, url }) =>
      (await Defuddle(parseHTML(html).document as never, url, { useAsync: false })).content,
  },
];

/** The two by which the others are measured. */
export const BARE = CONTENDERS[0]!.name;
export const OURS = CONTENDERS[1]!.name;
export const RIVAL = CONTENDERS[2]!.name;
