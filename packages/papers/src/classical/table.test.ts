import { wordsOf } from '@webpith/lab';
import { describe, expect, it } from 'vitest';
import { baselines } from './table.js';

const names = Object.keys(baselines);
const encode = (html: string) => new TextEncoder().encode(html);

const paragraph = (n: number) =>
  `<p>Paragraph ${n} tells of rivers, bridges and <b>boats</b> in a sentence that goes on for some time, ` +
  `as sentences of articles do, and points <a href="/p${n}">elsewhere</a> once.</p>`;
const news =
  `<!doctype html><html><head><title>Rivers</title><style>p{}</style></head><body><nav><ul>\n` +
  `${'<li><a href="/x">Section</a></li>\n'.repeat(10)}</ul></nav><table><tr><td><h1>Rivers and boats</h1>` +
  `${[1, 2, 3, 4, 5, 6].map(paragraph).join('\n')}</td></tr></table><script>let hidden = 'code';</script>` +
  `<footer><a href="/imprint">Imprint</a> © Gazette</footer></body></html>`;

const hostile: Record<string, string> = {
  'an empty page': '',
  'white space': ' \n\t ',
  'only a script': '<script>if (a < b) alert("x")</script>',
  'only a comment': '<!-- nothing -->',
  'text alone': 'just some words',
  'an unclosed tag': '<p>text <a href="x',
  '10,000 nested elements': `${'<div>'.repeat(10_000)}deep text${'</div>'.repeat(10_000)}`,
  '10,000 nested tables': '<table><tr><td>cell '.repeat(10_000),
  '5,000 links': '<a href="x">l</a> '.repeat(5_000),
  'a long line of one word': `<p>${'x'.repeat(50_000)}</p>`,
  'bytes that are no text': '\u0000\u0001<p>\ufffd\ud83d\ude00</p>\u0000',
};

describe('the table of baselines', () => {
  it('has every method of the papers', () => {
    expect(names).toEqual(
      expect.arrayContaining(
        'tb pr crunch fe kfe lqf-25 lqf-50 lqf-75 lp-7 dsc ccb-r40 accb-r40 tccb-25 cetd cetr cetr-tm cetr-km largest-text'.split(
          ' ',
        ),
      ),
    );
  });
});

describe.each(names)('%s', name => {
  const baseline = baselines[name]!;
  const extract = (html: string) =>
    (baseline.create().extract({ id: 'p', html: encode(html) }) as { text: string }).text;

  it('has a title', () => {
    expect(baseline.title).not.toBe('');
    expect(baseline.create().name).toBe(name);
  });

  it('finds the text of a plain article deterministically', () => {
    const text = extract(news);
    expect(wordsOf(text).length).toBeGreaterThan(5);
    expect(extract(news)).toBe(text);
  });

  it('returns only words of the page, none more often than the page', () => {
    const left = new Map<string, number>();
    for (const word of wordsOf(news)) left.set(word, (left.get(word) ?? 0) + 1);
    for (const word of wordsOf(extract(news))) {
      expect(left.get(word) ?? 0, `“${word}”`).toBeGreaterThan(0);
      left.set(word, left.get(word)! - 1);
    }
  });

  it.each(Object.entries(hostile))('survives %s', (_, html) => {
    const text = extract(html);
    const words = new Set(wordsOf(html));
    expect(wordsOf(text).every(word => words.has(word))).toBe(true);
    if (!name.startsWith('tb') && !html.includes('<p>') && html.includes('<script>')) expect(text).toBe('');
  });
});
