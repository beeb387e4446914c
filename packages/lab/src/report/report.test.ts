import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '../evaluation/evaluate.js';
import { type TinyCorpus, tinyCorpus } from '../evaluation/testing/tiny-corpus.js';
import { writeReport } from './report.js';

const attack = '<script>alert(1)</script> <img src=x onerror="alert(2)"> </td></table>\'"&amp;';

let corpus: TinyCorpus;
let report: string;

beforeAll(async () => {
  const words = Array.from({ length: 400 }, (_, i) => `word${i}`).join(' ');
  corpus = await tinyCorpus([
    { id: 'long', type: 'article', text: `${words} the end`, url: 'javascript:alert(3)' },
    { id: 'evil', type: attack, text: `gold ${attack}`, url: `https://x.example/"><script>${attack}` },
    { id: 'fails', type: 'forum', text: 'some words here' },
  ]);
  const echo = await corpus.method(
    'echo',
    "extract: page => ({ text: 'Menu ' + html(page), confidence: 0.8 })",
  );
  const body = `extract: page => { if (page.id === 'fails') throw new Error(${JSON.stringify(attack)}); return { text: ${JSON.stringify(attack)} }; }`;
  const evil = await corpus.method('evil', body);
  const options = { out: join(corpus.root, 'run'), digestCache: join(corpus.root, 'digests.json') };
  const evaluation = await evaluate({ corpus: corpus.dir, methods: [evil, echo, 'default'], ...options });
  report = await readFile(await writeReport(evaluation), 'utf8');
});

afterAll(() => corpus.remove());

const parsed = () => parseHTML(report).document;

describe('the report', () => {
  it('has a section for every measurement', () => {
    const ids = [...parsed().querySelectorAll('main > section')].map(section => section.id);
    expect(ids).toEqual([
      'methods',
      'spread',
      'types',
      'balance',
      'speed',
      'confidence',
      'failures',
      'worst',
    ]);
    expect(parsed().querySelectorAll('svg')).toHaveLength(4);
    expect(parsed().querySelectorAll('#methods tbody tr')).toHaveLength(3);
  });

  it('contains no element or attribute from a page', () => {
    const document = parsed();
    expect(document.querySelectorAll('script')).toHaveLength(1);
    expect(document.querySelectorAll('img, iframe, object, embed, link, base, form')).toHaveLength(0);
    const attributes = [...document.querySelectorAll('*')].flatMap(element => [...element.attributes]);
    expect(attributes.filter(({ name }) => name.startsWith('on'))).toEqual([]);
    const links = [...document.querySelectorAll('[href], [src]')].map(element =>
      element.getAttribute('href'),
    );
    expect(links.every(link => link?.startsWith('#'))).toBe(true);
    expect(report).not.toContain('<script>alert');
    expect(document.querySelector('#failures')?.textContent).toContain('<script>alert(1)</script>');
    expect(document.querySelector('#worst')?.textContent).toContain('javascript:alert(3)');
  });

  it('forbids loading anything and running other scripts', () => {
    const policy = parsed()
      .querySelector('meta[http-equiv="Content-Security-Policy"]')
      ?.getAttribute('content');
    expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[\w+/]+=*'$/);
    expect(report).not.toMatch(/(?:src|href)="https?:|url\(|@import/);
  });

  it('marks missing and extra text and collapses common text', () => {
    const pages = [...parsed().querySelectorAll('#worst article')];
    const long = pages.filter(page => page.querySelector('code')?.textContent === 'long');
    const missing = long.map(page => page.querySelector('mark.missing')?.textContent ?? '');
    expect(missing.some(text => text.startsWith('word0 word1'))).toBe(true);
    const echoed = pages.filter(page => page.textContent?.includes('common words'));
    expect(echoed.length).toBeGreaterThan(0);
    expect(echoed[0]?.querySelector('mark.extra')?.textContent?.trim()).toBe('Menu');
  });
});
