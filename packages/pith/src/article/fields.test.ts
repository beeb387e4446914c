import { describe, expect, it } from 'vitest';
import { extract } from '../index.js';
import { ABOUT, type ArticleParts, FIELDS, HELD, namesIn } from './fields.js';

/** The parts that a field asks for. */
function askedBy(read: (parts: ArticleParts) => unknown): string[] {
  const asked = new Set<string>();
  const parts = new Proxy({} as ArticleParts, {
    get: (_, name) => {
      asked.add(String(name));
      return () => ({});
    },
  });
  read(parts);
  return [...asked];
}

describe('the fields of an article', () => {
  /** Those that are read from more than one part. */
  const SEVERAL: Readonly<Record<string, readonly string[]>> = {
    direction: ['metadata', 'language'],
    readingTime: ['words', 'language'],
  };

  it.each(Object.entries(FIELDS).flatMap(([name, field]) => ('read' in field ? [{ name, ...field }] : [])))(
    '$name is read without what others need',
    ({ name, read }) => {
      const asked = askedBy(read);
      expect(asked).toEqual(SEVERAL[name] ?? asked.slice(0, 1));
    },
  );

  it('are those that an article has, the neighbours of its page not listed', () => {
    const article = extract('<title>A boat</title><p>The boat was blue, and its sail was not.');
    const names = [...namesIn(ABOUT), ...namesIn(HELD)];
    expect(names.filter(name => !(name in article))).toEqual([]);
    const apart = ['nextPage', 'previousPage'];
    expect(Object.keys(article).sort()).toEqual(
      [...names.filter(name => !apart.includes(name)), 'explain'].sort(),
    );
  });
});
