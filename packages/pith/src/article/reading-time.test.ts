import { expect, it } from 'vitest';
import { extract, render } from '../index.js';
import { readingTime } from './language.js';

it.each([
  [456, 'en', 2],
  [457, 'en-GB', 3],
  [456, 'fi', 3],
  [510, 'zh-Hant', 2],
  [714, 'ja', 2],
  [1726, 'th', 2],
  [368, 'eo', 2],
  [368, undefined, 2],
  [1, 'en', 1],
  [0, 'en', 0],
])('%d words of %s take %d minutes', (words, language, minutes) => {
  expect(readingTime(words, language)).toBe(minutes);
});

it('is a field of the article, by the language of its text', () => {
  const page = (language: string, paragraph: (day: number) => string) =>
    `<html lang="${language}"><title>Boats</title><article><h1>Boats</h1>${Array.from({ length: 30 }, (_, day) => `<p>${paragraph(day)}</p>`).join('')}`;
  const english = extract(
    page(
      'en',
      day =>
        `On day ${day} the boat left the harbour before anybody had asked where it was going, and ${day + 3} came back.`,
    ),
  );
  expect(english.readingTime).toBe(Math.ceil(english.text.split(/\s+/).length / 228));
  const chinese = extract(
    page('zh', day => `第${day}天早上船离开了港口，没有人知道它要去哪里，只有${day + 3}条船回来了。`),
  );
  expect(chinese.readingTime).toBe(Math.ceil(chinese.text.replace(/[^\p{L}\d]/gu, '').length / 255));
  expect(JSON.parse(render(chinese, 'json')).readingTime).toBe(chinese.readingTime);
});

it('counts a text that only the JSON of the page contains', () => {
  const body =
    'The lighthouse stands on a rock that no map of the coast has ever shown in its right place. '.repeat(30);
  const data = JSON.stringify({ '@type': 'NewsArticle', headline: 'The rock', articleBody: body });
  const page = `<html lang="en"><title>The rock</title><script type="application/ld+json">${data}</script><body><div id="root">`;
  expect(extract(page).readingTime).toBe(Math.ceil((18 * 30) / 228));
});
