import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  beginsAsByline,
  isBylineLabel,
  isCollective,
  isLabelled,
  isWrittenAsName,
  namesIn,
} from './names.js';

const BYLINES: readonly (readonly [language: string, line: string])[] = [
  ['en', 'By Ada Byron'],
  ['en', 'Written by Ada Byron'],
  ['de', 'Von Ada Byron'],
  ['de', 'Ein Gastbeitrag von Ada Byron'],
  ['fr', 'Par Ada Byron'],
  ['es', 'Por Ada Byron'],
  ['pt', 'Escrito por Ada Byron'],
  ['it', 'di Ada Byron'],
  ['nl', 'Door Ada Byron'],
  ['sv', 'Av Ada Byron'],
  ['da', 'Af Ada Byron'],
  ['fi', 'Kirjoittaja: Ada Byron'],
  ['pl', 'Autor: Ada Byron'],
  ['hu', 'Írta: Ada Byron'],
  ['tr', 'Yazan: Ada Byron'],
  ['ru', 'Автор: Ada Byron'],
  ['zh', '作者：Ada Byron'],
  ['ja', '文：Ada Byron'],
  ['ar', 'بقلم: Ada Byron'],
  ['vi', 'Tác giả: Ada Byron'],
];

describe('namesIn', () => {
  it.each(BYLINES)('drops the opening of a byline in %s: %s', (_, line) => {
    expect(namesIn(line)).toEqual(['Ada Byron']);
    expect(beginsAsByline(line)).toBe(true);
  });

  it.each([
    ['By Ada Byron and Charles Babbage', ['Ada Byron', 'Charles Babbage']],
    ['Ada Byron, Charles Babbage & Mary Somerville', ['Ada Byron', 'Charles Babbage', 'Mary Somerville']],
    ['Von Ada Byron und Charles Babbage', ['Ada Byron', 'Charles Babbage']],
    ['Ada Byron et Charles Babbage', ['Ada Byron', 'Charles Babbage']],
    ['Ada Byron y Charles Babbage', ['Ada Byron', 'Charles Babbage']],
    ['作者：王小明、李四', ['王小明', '李四']],
    ['Ada Byron; ada byron', ['Ada Byron']],
  ])('splits %s', (line, names) => {
    expect(namesIn(line)).toEqual(names);
  });

  it.each([
    'By Ada Byron | 5 December 2023',
    'Ada Byron, Senior Reporter',
    'Ada Byron, Ph.D.',
    'By Ada Byron on December 5, 2023',
    'Ada Byron December 5, 2023',
    'Posted on September 21, 2020 by Ada Byron',
    'By Ada Byron for The Evening Paper',
    'Ada Byron (ada@example.org)',
    'Ada Byron • 4 min read',
    'Von Ada Byron, Redakteurin',
  ])('finds the one name in %s', line => {
    expect(namesIn(line)).toEqual(['Ada Byron']);
  });

  it.each([
    'https://example.org/author/ada',
    'Share',
    '12 comments',
    '@ada',
    'View all posts by Ada',
    'undefined',
    '<script>alert(1)</script>',
    'page.head.extra.author',
  ])('finds nobody in %s', line => {
    expect(namesIn(line)).toEqual([]);
  });

  it('keeps particles and capitals', () => {
    expect(namesIn('Von Ursula von der Heide')).toEqual(['Ursula von der Heide']);
    expect(isWrittenAsName('Ursula von der Heide')).toBe(true);
    expect(isWrittenAsName('once thought lost')).toBe(false);
  });

  it('returns short, distinct names for every text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), text => {
        const names = namesIn(text);
        expect(new Set(names.map(name => name.toLowerCase())).size).toBe(names.length);
        for (const name of names) expect(name.length).toBeLessThanOrEqual(80);
      }),
    );
  });
});

describe('labels', () => {
  it('distinguishes a label from a sentence', () => {
    expect(isLabelled('Autorin: Ada Byron')).toBe(true);
    expect(isLabelled('Von der Küste: ein Bericht')).toBe(false);
    expect(isBylineLabel('Author')).toBe(true);
    expect(isBylineLabel('by')).toBe(true);
    expect(isBylineLabel('Author Ada')).toBe(false);
  });
});

describe('isCollective', () => {
  it.each(['News Staff', 'Redaktion', 'The Evening Paper', 'dpa', 'example.com', 'Hansen Stiftung e.V.'])(
    '%s is an organisation',
    name => {
      expect(isCollective(name)).toBe(true);
    },
  );
  it.each(['Ada Byron', 'Ursula von der Heide', '王小明'])('%s is a person', name => {
    expect(isCollective(name)).toBe(false);
  });
});
