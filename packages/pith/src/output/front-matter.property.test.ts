import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/tiers.js';
import { frontMatter } from './front-matter.js';

/** Any UTF-16, control characters and line ends of YAML, and what YAML would read as something other than text. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
    .map(codes => String.fromCharCode(...codes)),
  fc.string({
    unit: fc.constantFrom(
      ...['---', '\n', '\r', '\u0085', '\u2028', '\ud800', '\udfff', '\ufeff', '\ufffe', '\u0000', '\u007f'],
      ...['...', ': ', '#', '"', '\\', "'", '&', '*', '!', '%', '{', '}', 'a', '1', '\u{1f30a}', '\t', ' '],
    ),
    maxLength: 30,
  }),
  fc.constantFrom(
    'no',
    'null',
    '~',
    '2024-01-01',
    '0x1f',
    '1_000',
    '.inf',
    '<<',
    '=',
    '!!js/function',
    '&a',
    '*a',
  ),
);
const article = fc.record(
  {
    title: text,
    authors: fc.array(text, { maxLength: 3 }),
    published: text,
    tags: fc.array(text),
    url: text,
  },
  { requiredKeys: [] },
);
const articles = fc.sample(article, volume(400, 20_000));

const isSomething = (value: string | readonly string[]) => value.length > 0;
const whole = (value: string) => value.replace(/\p{Cs}/gu, '\ufffd');
/** The values that a parser of the YAML must return. */
const expected = articles.map(known =>
  Object.fromEntries(
    Object.entries(known)
      .filter(([, value]) => isSomething(value))
      .map(([name, value]) => [name, typeof value === 'string' ? whole(value) : value.map(whole)]),
  ),
);
const written = articles.map(known => frontMatter(known));
/** The YAML between the two lines of dashes. */
const documents = written.map(markdown => markdown.slice(4, -5));

describe('front matter of any text', () => {
  it('is one document between two lines of dashes', () => {
    for (const markdown of written)
      if (markdown !== '') expect(markdown).toMatch(/^---\n(?:[a-zA-Z]+: .*\n)+---\n\n$/);
  });

  it('is parsed by js-yaml', () => {
    for (const [i, document] of documents.entries()) expect(load(document) ?? {}).toEqual(expected[i]);
  });

  const PYTHON = `import json, sys, yaml
for line in sys.stdin:
    print(json.dumps(yaml.load(json.loads(line), Loader=yaml.CSafeLoader) or {}))`;
  const hasLoader = spawnSync('python3', ['-c', 'import yaml; yaml.CSafeLoader']).status === 0;
  if (!hasLoader) process.stderr.write('front matter is not tested with PyYAML: not installed\n');

  it.skipIf(!hasLoader)('is parsed by PyYAML with LibYAML', () => {
    const input = documents.map(document => `${JSON.stringify(document)}\n`).join('');
    const { stdout, stderr } = spawnSync('python3', ['-c', PYTHON], {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const found = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as unknown);
    expect(found, stderr).toEqual(expected);
  });
});
