import { beforeAll, describe, expect, it } from 'vitest';
import type { ContentNode, Inline } from '../content/content.js';
import { OUTPUTS } from './from-article.js';

/** About n characters of one line that stress the Markdown writer. */
const CASES: Record<string, (n: number) => Inline[]> = {
  'ends of schemes': n => text('://'.repeat(n / 3)),
  'addresses in one word': n => text('http://www.a'.repeat(n / 12)),
  'addresses that must not be': n => text('http://a<b'.repeat(n / 10)),
  'addresses with a bracket': n => text('http://a[ '.repeat(n / 10)),
  'www in one word': n => text('www.'.repeat(n / 4)),
  'other schemes': n => text('xmpp:ftp://'.repeat(n / 11)),
  'brackets that close far away': n => text(`${'['.repeat(n)}]`),
  'brackets that close': n => text('[a]http://'.repeat(n / 10)),
  'less-than signs in one word': n => text('<5'.repeat(n / 2)),
  'less-than signs before an at sign': n => text(`${'<5'.repeat(n / 2)}@`),
  'dollar signs': n => text('$a_$$'.repeat(n / 5)),
  references: n => text('&amp;&#x3'.repeat(n / 9)),
  backslashes: n => text('\\'.repeat(n)),
  backticks: n => [{ type: 'code', text: '` ``'.repeat(n / 4) }],
  'texts that join': n => many(n / 5, () => ({ type: 'text', text: 'http:' })),
  'breaks behind addresses': n =>
    many(n / 9, i => (i % 2 === 0 ? { type: 'text', text: 'http://e.org/x' } : { type: 'break' })),
  'pictures that are none': n => many(n / 5, () => ({ type: 'image', src: 'x:y' })),
  'code side by side': n => many(n / 3, () => ({ type: 'code', text: 'a' })),
  'rows of a table that is none': n => text('-|:'.repeat(n / 3)),
  'a formula': n => [{ type: 'math', latex: '[<a]('.repeat(n / 5), text: 'a', display: false }],
  'an address': n => [
    { type: 'link', href: `/${'&(['.repeat(n / 3)}`, title: '(&['.repeat(n / 3), children: text('a') },
  ],
};

function text(value: string): Inline[] {
  return [{ type: 'text', text: value }];
}

function many(count: number, make: (i: number) => Inline): Inline[] {
  return Array.from({ length: Math.floor(count) }, (_, i) => make(i));
}

const kinds = (children: Inline[]): ContentNode[] => [
  { type: 'paragraph', children },
  { type: 'heading', level: 2, children },
  {
    type: 'table',
    rows: [
      { cells: [{ header: true, colspan: 1, rowspan: 1, children: [{ type: 'paragraph', children }] }] },
    ],
  },
];

/** CPU time of this process in milliseconds, independent of other load. */
function cost(children: Inline[]): number {
  const content = kinds(children);
  const before = process.cpuUsage();
  OUTPUTS.markdown({ content });
  return process.cpuUsage(before).user / 1000;
}

const SMALL = 16_000;
const ATTEMPTS = 6;
/** A text four times as long may take six times as long, plus a constant for garbage collection and compilation. */
const RATIO = 6;
const SLACK = 30;
/** Maximum ratio to the time for a text that consists of markup characters only. */
const DEARER = 10;

describe('time to write Markdown', () => {
  // Warm-up: the first texts pay for compilation, which would hide growth.
  beforeAll(() => {
    for (const make of Object.values(CASES)) cost(make(1000));
  });

  it.each(Object.entries(CASES))('grows with the text: %s', (_, make) => {
    const small: number[] = [];
    const large: number[] = [];
    const plain: number[] = [];
    const isFair = () =>
      median(large) <= RATIO * median(small) + SLACK && median(large) <= DEARER * median(plain) + SLACK;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      small.push(cost(make(SMALL)));
      large.push(cost(make(4 * SMALL)));
      plain.push(cost(text('*_`~[a](<#'.repeat((4 * SMALL) / 10))));
      if (isFair()) break;
    }
    expect(median(large)).toBeLessThanOrEqual(RATIO * median(small) + SLACK);
    expect(median(large)).toBeLessThanOrEqual(DEARER * median(plain) + SLACK);
  });
});

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}
