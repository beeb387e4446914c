import { describe, expect, it } from 'vitest';
import { extract, SiteMemory } from '../index.js';

/** Text about a subject, of which no sentence is on the pages about other subjects. */
const articleOf = (subject: string) =>
  [
    `The ${subject} was built by people who had never seen one, from a drawing that one of them had found in a book about ${subject} makers.`,
    `When the ${subject} was done, nobody in the village wanted to be the first to try it, and so it waited in the yard of the ${subject} builder all winter.`,
    `In spring a girl took the ${subject} down to the water and found that it worked, which surprised everybody except the girl who loved the ${subject}.`,
  ]
    .map(text => `<p>${text}</p>`)
    .join('');

const BOX = `<div class="text"><p>We are a small group of editors and we write about the things that people make with their hands.
  Write to us if you have made something, and send a picture of it along with a few words on how you made it.</p></div>`;

const pageOf = (subject: string, box = BOX) =>
  `<html lang=en><title>The ${subject}</title><body><div class=menu><a href=/>Start</a> <a href=/all>All things</a></div>
  <div class=post><h1>The ${subject}</h1><div class=text>${articleOf(subject)}</div>${box}</div></body></html>`;

const SUBJECTS = ['boat', 'kite', 'organ', 'oven', 'sledge', 'clock'];

function memoryOf(pages: readonly string[]): SiteMemory {
  const memory = new SiteMemory();
  for (const page of pages) memory.add(extract(page));
  return memory;
}

const others = memoryOf(SUBJECTS.slice(1).map(subject => pageOf(subject)));
const page = pageOf('boat');

describe('an extraction with other pages of its site', () => {
  it('drops a box that is on all of them and keeps the article', () => {
    expect(extract(page).text).toContain('small group of editors');
    const { text } = extract(page, { site: others });
    expect(text).not.toContain('small group of editors');
    expect(text).toContain('never seen one');
    expect(text).toContain('except the girl');
  });

  it('does not change without other pages, with copies of the page only, or with pages that share nothing', () => {
    const unrelated = memoryOf([
      '<p>Ein ganz anderer Text, der mit den übrigen Seiten gar nichts gemeinsam hat.</p>',
    ]);
    for (const site of [
      new SiteMemory(),
      memoryOf([page, page.replace('All things', 'Everything')]),
      unrelated,
    ])
      expect(extract(page, { site }).markdown).toBe(extract(page).markdown);
  });

  it('names the pages in the explanation, and the account of each score adds up', () => {
    const decisions = extract(page, { site: others }).explain();
    const box = decisions.find(({ text }) => text.startsWith('We are a small'))!;
    const own = box.evidence.find(({ fact }) => fact === 'also on 5 of 5 pages of this site');
    expect(own?.weight).toBeLessThan(0);
    for (const { account, evidence } of decisions) {
      const { base, rest, corrected, records, score } = account;
      const sum = evidence.reduce((all, { weight }) => all + weight, base + rest + corrected + records);
      expect(sum).toBeCloseTo(score, 6);
    }
  });

  it('keeps at least half of the text if hostile pages repeat all of it', () => {
    const words = (text: string) => text.split(/\s+/).length;
    const alone = words(extract(page).text);
    for (const count of [1, 5, 40]) {
      // Each repeats the page among enough text of its own not to be one of its copies.
      const hostile = Array.from({ length: count }, (_, n) =>
        page.replace(
          '</body>',
          `${Array.from({ length: 12 }, (_, i) => `<p>${'abcdefghij'[n % 10]} ${n < 10 ? 'q' : n < 20 ? 'r' : n < 30 ? 's' : 't'} ${'klmnopqrstuv'[i]} filler of the hostile page that has nothing to do with anything else here.</p>`).join('')}</body>`,
        ),
      );
      const memory = memoryOf(hostile);
      expect(memory.size).toBe(Math.min(32, count));
      expect(words(extract(page, { site: memory }).text)).toBeGreaterThanOrEqual(alone / 2 - 1);
    }
  });

  it('loses the influence of hostile pages when later pages of the site are added', () => {
    const memory = new SiteMemory();
    const stolen = extract(page.replace('</body>', `${articleOf('harp')}${articleOf('loom')}</body>`));
    memory.add(stolen, 1);
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    for (let n = 0; n < 32; n++)
      memory.add(extract(pageOf(`${letters[n % 26]}${n < 26 ? 'a' : 'o'}ring`)), 2);
    expect(extract(page, { site: memory }).text).toContain('never seen one');
    expect(
      extract(page, { site: memory })
        .explain()
        .find(({ text }) => text.includes('never seen one'))!
        .evidence.map(({ fact }) => fact)
        .join(),
    ).not.toContain('also on');
  });

  it('rejects anything but a memory', () => {
    expect(() => extract(page, { site: {} as SiteMemory })).toThrow(/expected site as a SiteMemory/);
  });
});
