import { escaped } from '../../packages/pith/src/output/testing/hostile-pages.js';
import { ATTACKS, SIGNS } from '../../packages/pith/src/output/testing/hostile-signs.js';
import type { Random } from '../random.js';

/** Few characters and elements per page, so that each occurs often and paired delimiters meet. */
interface Few {
  readonly random: Random;
  readonly signs: readonly string[];
  readonly inlines: readonly string[];
  readonly blocks: readonly string[];
}

const MAX_DEPTH = 3;

/** A page of few different characters and elements, each repeated many times. */
export function pageOfFewSigns(random: Random): string {
  const signs = several(random, 7, () => random.pick(SIGNS));
  if (random.chance(0.7)) signs.push(random.pick(ATTACKS));
  if (random.chance(0.7)) signs.push('a');
  if (random.chance(0.5)) signs.push(' ');
  const inlines = several(random, 4, () => random.pick(Object.keys(INLINES)));
  const blocks = several(random, 3, () => (random.chance(0.4) ? 'p' : random.pick(Object.keys(BLOCKS))));
  return blocksOf({ random, signs, inlines, blocks }, 0);
}

function several<T>(random: Random, most: number, make: (i: number) => T): T[] {
  return Array.from({ length: 1 + random.below(most) }, (_, i) => make(i));
}

function textOf({ random, signs }: Few): string {
  return several(random, 4, () => random.pick(signs)).join('');
}

function addressOf(few: Few): string {
  const kinds = ['/x', '#n0', '#n1', 'https://e.org/a', 'https://e.org/', 'mailto:', ''];
  const address = few.random.pick(kinds);
  return escaped(/[/:]$|^$/.test(address) ? address + textOf(few) : address);
}

function lineOf(few: Few, depth: number): string {
  return several(few.random, 5, () =>
    depth > MAX_DEPTH || few.random.chance(0.45)
      ? escaped(textOf(few))
      : INLINES[few.random.pick(few.inlines)]!(few, depth + 1),
  ).join('');
}

function blocksOf(few: Few, depth: number): string {
  return several(few.random, 3, () => BLOCKS[few.random.pick(few.blocks)]!(few, depth)).join('\n');
}

function flowOf(few: Few, depth: number): string {
  return depth >= MAX_DEPTH || few.random.chance(0.6) ? lineOf(few, 1) : blocksOf(few, depth + 1);
}

function attributeOf(few: Few, name: string): string {
  return few.random.chance(0.4) ? ` ${name}="${escaped(textOf(few))}"` : '';
}

type Make = (few: Few, depth: number) => string;

const around =
  (tag: string): Make =>
  (few, depth) =>
    `<${tag}>${lineOf(few, depth)}</${tag}>`;
const aroundText =
  (tag: string): Make =>
  few =>
    `<${tag}>${escaped(textOf(few))}</${tag}>`;

const image: Make = few =>
  `<img src="${addressOf(few)}"${attributeOf(few, 'alt')}${attributeOf(few, 'title')}>`;

const INLINES: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(
    ['b', 'i', 'del', 'ins', 'mark', 'sub', 'sup', 'q', 'span', 'var'].map(tag => [tag, around(tag)]),
  ),
  code: aroundText('code'),
  kbd: aroundText('kbd'),
  a: (few, depth) => `<a href="${addressOf(few)}"${attributeOf(few, 'title')}>${lineOf(few, depth)}</a>`,
  img: image,
  br: () => '<br>',
  math: few => `<math alttext="${escaped(textOf(few))}"><mi>${escaped(textOf(few))}</mi></math>`,
  tex: few => `<script type="math/tex">${textOf(few).replaceAll('</', '')}</script>`,
  note: ({ random }) => {
    const note = random.below(2);
    return `<sup id=r${note}><a href="#n${note}">${note}</a></sup>`;
  },
};

const listOf =
  (tag: string): Make =>
  (few, depth) => {
    const items = several(few.random, 3, () => {
      const box = few.random.chance(0.2) ? '<input type=checkbox>' : '';
      return `<li>${box}${flowOf(few, depth)}</li>`;
    });
    const start = few.random.pick(['', '', ' start=0', ' start=2', ' start=-1', ' start=999999999']);
    return `<${tag}${tag === 'ol' ? start : ''}>${items.join('')}</${tag}>`;
  };

const tableOf =
  (spans: readonly string[]): Make =>
  (few, depth) => {
    const caption = few.random.chance(0.2) ? `<caption>${lineOf(few, 1)}</caption>` : '';
    const rows = several(few.random, 3, row => {
      const cells = several(few.random, 3, () => {
        const tag = row === 0 && few.random.chance(0.5) ? 'th' : 'td';
        return `<${tag}${few.random.pick(spans)}>${flowOf(few, depth + 1)}</${tag}>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    });
    return `<table>${caption}${rows.join('')}</table>`;
  };

const mediumOf =
  (tag: string, base = ''): Make =>
  few =>
    `<${tag} src="${base}${addressOf(few)}"${attributeOf(few, 'title')}></${tag}>`;

const BLOCKS: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(['p', 'h1', 'h3', 'address'].map(tag => [tag, around(tag)])),
  ul: listOf('ul'),
  ol: listOf('ol'),
  table: tableOf(['']),
  spans: tableOf(['', ' colspan=2', ' rowspan=2']),
  quote: (few, depth) => `<blockquote>${flowOf(few, depth)}</blockquote>`,
  div: (few, depth) => `<div>${flowOf(few, depth)}</div>`,
  pre: few => `<pre>${escaped(textOf(few))}\n${escaped(textOf(few))}</pre>`,
  language: few => `<pre><code class="language-${escaped(textOf(few))}">${escaped(textOf(few))}</code></pre>`,
  details: (few, depth) => `<details><summary>${lineOf(few, 1)}</summary>${flowOf(few, depth)}</details>`,
  definitions: (few, depth) => `<dl><dt>${lineOf(few, 1)}<dd>${flowOf(few, depth)}</dl>`,
  figure: (few, depth) => `<figure>${image(few, depth)}<figcaption>${lineOf(few, 1)}</figcaption></figure>`,
  video: mediumOf('video'),
  audio: mediumOf('audio'),
  embed: mediumOf('iframe', 'https://youtube.com/embed/'),
  notes: (few, depth) => {
    const items = [0, 1].map(n => `<li id=n${n}>${flowOf(few, depth)} <a href="#r${n}">^</a></li>`);
    return `<ol class=footnotes>${items.join('')}</ol>`;
  },
  rule: () => '<hr>',
};
