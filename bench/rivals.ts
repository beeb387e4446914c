import { Readability } from '@mozilla/readability';
import { Defuddle } from 'defuddle/node';
import { JSDOM, VirtualConsole } from 'jsdom';
import { parseHTML } from 'linkedom';
import type { Contender } from './contenders.js';

const silent = new VirtualConsole();

/** Other extractors. In a file of their own: a process that has them loaded is a slower one for everybody. */
export const RIVALS: readonly Contender[] = [
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
