import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ARGUED } from './argued-expressions.js';
import { composedExpressions, expressionsOf, keyOf } from './expressions.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const verdicts = JSON.parse(readFileSync(new URL('./expressions.json', import.meta.url), 'utf8')) as Record<
  string,
  { readonly status: string; readonly complexity?: string }
>;

/** Files that put expressions together; the command loads them and looks at what they make. */
const COMPOSING = [
  // A pattern of file names from the command line.
  'packages/cli/src/input/sources.ts',
  'packages/fleet/src/crawl/sources.ts',
  'packages/lab/src/methods/default/peers.ts',
  'packages/papers/src/density/keywords.ts',
  'packages/papers/src/leaves/leaf-text.ts',
  'packages/papers/src/leaves/features/lexicon-features.ts',
  'packages/pith/src/metadata/byline-words.ts',
  'packages/pith/src/metadata/date-words.ts',
  'packages/pith/src/metadata/outskirts.ts',
  'packages/pith/src/metadata/title-heading.ts',
  'packages/pith/src/records/prices.ts',
];

describe('regular expressions', () => {
  const all = expressionsOf(ROOT);

  it('have all been looked at for catastrophic backtracking', () => {
    expect(all.length).toBeGreaterThan(300);
    const missing = all.filter(each => verdicts[keyOf(each)] === undefined);
    expect(
      missing.map(each => `${each.places[0]} ${keyOf(each)}`),
      'run: npx tsx --conditions=pith-source test/attack/check-expressions.ts',
    ).toEqual([]);
  });

  it('are safe, or it is said why they are', () => {
    const open = Object.entries(verdicts)
      .filter(([, { status }]) => status !== 'safe')
      .map(([key]) => key)
      .filter(key => !Object.keys(ARGUED).some(beginning => key.startsWith(beginning)));
    expect(open, 'rewrite it, or argue in argued-expressions.ts').toEqual([]);
  });

  it('are argued about only where they are doubted', () => {
    const doubted = Object.entries(verdicts).filter(([, { status }]) => status !== 'safe');
    const idle = Object.keys(ARGUED).filter(beginning => !doubted.some(([key]) => key.startsWith(beginning)));
    expect(idle).toEqual([]);
  });

  it('are not put together of texts anywhere else', () => {
    const files = composedExpressions(ROOT).map(line => line.slice(0, line.indexOf(':')));
    expect([...new Set(files)].filter(file => !COMPOSING.includes(file))).toEqual([]);
  });
});

/** What each of the doubted ones is worst at, many times: four times as much must not take much more than that. */
const WORST: Readonly<Record<string, readonly [pattern: RegExp, text: (count: number) => string]>> = {
  'ampersands in an address': [/&(?!\w{1,64}=|#9[13];)/g, count => `&${'a'.repeat(63)}`.repeat(count / 2)],
  'addresses in a style': [
    /url\(\s{0,9}(["']?)([^"'()\s\\]{1,2000})\1\s{0,9}\)/gi,
    count => `url(${'a'.repeat(500)}`.repeat(count / 8),
  ],
  'classes of code': [
    /(?:^|\s)(?:sourceCode|syntaxhighlighter(?:\s+nogutter)?)\s{1,3}([\w+#.-]{1,30})/,
    count => ' syntaxhighlighter    '.repeat(count),
  ],
  'classes of formulas': [
    /(?:^|\s)(?:katex(?:-display)?|MathJax(?:_Display|_SVG(?:_Display)?|_CHTML|_Preview)?|mwe-math-element\S*|mjx-chtml)(?:$|\s)/,
    count => ' katex-displayx mwe-math-elementmwe-math-element'.repeat(count),
  ],
  'declarations of a charset': [
    /charset\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i,
    count => `charset=${' '.repeat(9)}"`.repeat(count),
  ],
};

describe('what is argued', () => {
  it.each(Object.entries(WORST))('%s: grows with the text and no faster', (_, [pattern, text]) => {
    // As much text either way, in eight pieces or in one: a system that counts in ticks misses what is short.
    const time = (count: number, pieces: number) => {
      const input = text(count);
      const times = Array.from({ length: 5 }, () => {
        // Of the processor, not of the clock: others may be at work too.
        const before = process.cpuUsage();
        for (let piece = 0; piece < pieces; piece++) input.replace(pattern, '');
        return process.cpuUsage(before).user / 1000;
      });
      return Math.min(...times);
    };
    time(2000, 1);
    const small = Math.max(1.6, time(4000, 8));
    expect(time(32_000, 1) / small).toBeLessThan(6);
  });
});
