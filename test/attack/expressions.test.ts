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

/** Files that compose expressions; `check-expressions.ts` loads them and checks the results. */
const COMPOSING = [
  // A file name pattern from the command line.
  'packages/cli/src/input/sources.ts',
  'packages/fleet/src/crawl/sources.ts',
  'packages/lab/src/peers/programs.ts',
  'packages/papers/src/density/keywords.ts',
  'packages/papers/src/leaves/leaf-text.ts',
  'packages/papers/src/leaves/features/lexicon-features.ts',
  'packages/pith/src/metadata/byline-words.ts',
  'packages/pith/src/metadata/date-words.ts',
  'packages/pith/src/metadata/outskirts.ts',
  'packages/pith/src/metadata/title-heading.ts',
  'packages/pith/src/product/prices.ts',
  'packages/pith/src/tree/hiding-patterns.ts',
  'packages/render/src/html.ts',
  'packages/server/src/auth/authenticate.ts',
];

describe('regular expressions', () => {
  const all = expressionsOf(ROOT);

  it('have all been checked for catastrophic backtracking', () => {
    expect(all.length).toBeGreaterThan(300);
    const missing = all.filter(each => verdicts[keyOf(each)] === undefined);
    expect(
      missing.map(each => `${each.places[0]} ${keyOf(each)}`),
      'run: npx tsx --conditions=pith-source test/attack/check-expressions.ts',
    ).toEqual([]);
  });

  it('are safe, or have a documented reason why they are', () => {
    const open = Object.entries(verdicts)
      .filter(([, { status }]) => status !== 'safe')
      .map(([key]) => key)
      .filter(key => !Object.keys(ARGUED).some(beginning => key.startsWith(beginning)));
    expect(open, 'rewrite it, or argue in argued-expressions.ts').toEqual([]);
  });

  it('have a documented reason only if they are not proved safe', () => {
    const doubted = Object.entries(verdicts).filter(([, { status }]) => status !== 'safe');
    const idle = Object.keys(ARGUED).filter(beginning => !doubted.some(([key]) => key.startsWith(beginning)));
    expect(idle).toEqual([]);
  });

  it('are composed at run time only in the known files', () => {
    const files = composedExpressions(ROOT).map(line => line.slice(0, line.indexOf(':')));
    expect([...new Set(files)].filter(file => !COMPOSING.includes(file))).toEqual([]);
  });
});

/** The worst input for each unproved expression, repeated `count` times. */
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

describe('expressions that are not proved safe', () => {
  it.each(Object.entries(WORST))('%s: takes time linear in the input', (_, [pattern, text]) => {
    // The same amount of text in eight pieces or in one: coarse timers miss short runs.
    const time = (count: number, pieces: number) => {
      const input = text(count);
      const times = Array.from({ length: 5 }, () => {
        // CPU time, independent of other load.
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
