import { expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { Page } from '../features/page.js';
import { Groups } from '../groups/from-page.js';
import { treeFromHtml } from '../tree/from-html.js';
import { pageDay, withAbsoluteDates } from './relative-dates.js';

const post = (published: string) => ({ node: 1, blocks: [], depth: 0, published });
const meant = (text: string, now?: string, since?: string) =>
  withAbsoluteDates([post(text)], { now: () => now, since: () => since })[0]!;

it.each([
  ['2 hours ago', '2020-05-04'],
  ['just now', '2020-05-04'],
  ['Today at 10:30', '2020-05-04'],
  ['yesterday at 9:15 pm', '2020-05-03'],
  ['3 days ago', '2020-05-01'],
  ['a day ago', '2020-05-03'],
  ['5 months ago', '2019-12'],
  ['2 years ago', '2018'],
  ['3 weeks ago', '2020-04'],
  ['vor 2 Tagen', '2020-05-02'],
  ['vor einem Tag', '2020-05-03'],
  ['il y a 3 jours', '2020-05-01'],
  ['hace 2 días', '2020-05-02'],
  ['4 giorni fa', '2020-04-30'],
  ['2 dagen geleden', '2020-05-02'],
  ['3天前', '2020-05-01'],
  ['2일 전', '2020-05-02'],
  ['5 дней назад', '2020-04-29'],
  ['Saturday 3:15 PM', '2020-05-02'],
  ['24 April', '2020-04-24'],
  ['Dec 24', '2019-12-24'],
])('converts %s relative to the day of the page', (text, day) => {
  // A Monday.
  expect(meant(text, '2020-05-04')).toMatchObject({ published: day, publishedText: text });
});

it('gives a day without a year the first year after the answered text', () => {
  expect(meant('07 Nov', undefined, '2012-11-06').published).toBe('2012-11-07');
  expect(meant('3 Jan', undefined, '2012-11-06').published).toBe('2013-01-03');
});

it('leaves ambiguous and absolute dates unchanged', () => {
  expect(meant('2 hours ago', undefined, '2012-11-06')).toEqual(post('2 hours ago'));
  expect(meant('24 April')).toEqual(post('24 April'));
  expect(meant('2019-01-02', '2020-05-04')).toEqual(post('2019-01-02'));
});

it.each([
  ['<p>It is currently Mon May 04, 2020 10:30 pm</p>', '2020-05-04'],
  ['<p>Aktuelle Zeit: 4. Mai 2020, 22:30</p>', '2020-05-04'],
  ['<p>Nous sommes le lundi 4 mai 2020 22:30</p>', '2020-05-04'],
  ['<p>Posted on May 04, 2020</p>', undefined],
])('reads the day of the page from %s', (html, day) => {
  const blocks = blocksFromTree(treeFromHtml(`<html lang="en"><body>${html}`));
  expect(pageDay(new Groups(new Page(blocks, { schemaTypes: [] })))).toBe(day);
});
