import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extract, fingerprint, SiteMemory } from '../index.js';

const SUBJECTS = ['kite', 'organ', 'oven', 'sledge', 'clock'];

const storyOf = (subject: string) =>
  `<p>The ${subject} was built by people who had never seen one, from a drawing that one of them had found in a book.</p>
  <p>When the ${subject} was done, nobody in the village wanted to try it, and so it waited in the yard all winter.</p>`;

/** A page with this title element, and with a heading only if one is given. */
const pageOf = (subject: string, title: string, heading = '') =>
  `<html lang=en><title>${title}</title><body>${heading && `<h1>${heading}</h1>`}${storyOf(subject)}`;

function memoryOf(titleOf: (subject: string) => string, subjects = SUBJECTS): SiteMemory {
  const memory = new SiteMemory();
  for (const subject of subjects) memory.add(fingerprint(pageOf(subject, titleOf(subject))));
  return memory;
}

const factsWith = (page: string, site: SiteMemory, url = 'https://example.org/a/17') => {
  const { title, siteName } = extract(page, { url, site });
  return { title, siteName };
};

const suffixed = memoryOf(subject => `How we built the ${subject} _Things_Made`);

describe('the title of a page with other pages of its site', () => {
  it('loses the ending or beginning that their titles share, which is the name of the site', () => {
    expect(factsWith(pageOf('boat', 'How we built the boat _Things_Made'), suffixed)).toEqual({
      title: 'How we built the boat',
      siteName: 'Things_Made',
    });
    const prefixed = memoryOf(subject => `Made by Hand: the ${subject}`);
    expect(factsWith(pageOf('boat', 'Made by Hand: the boat'), prefixed)).toEqual({
      title: 'the boat',
      siteName: 'Made by Hand',
    });
  });

  it('is not one that their title elements repeat as a whole', () => {
    const same = memoryOf(() => 'Things Made by Hand');
    const page = pageOf('boat', 'Things Made by Hand', 'How the boat got its sail');
    expect(factsWith(page, same).title).toBe('How the boat got its sail');
  });

  it('stays if the page has no other, if the address has it, and on the front page', () => {
    const same = memoryOf(() => 'Things Made by Hand');
    const page = pageOf('boat', 'Things Made by Hand');
    expect(factsWith(page, same).title).toBe('Things Made by Hand');
    const headed = pageOf('boat', 'Things Made by Hand', 'How the boat got its sail');
    const slug = 'https://example.org/things-made-by-hand';
    expect(factsWith(headed, same, slug).title).toBe(factsWith(headed, new SiteMemory(), slug).title);
    const home = pageOf('boat', 'How we built the boat _Things_Made');
    const front = 'https://example.org/';
    expect(factsWith(home, suffixed, front).title).toBe(factsWith(home, new SiteMemory(), front).title);
  });

  it('stays with one other page, and if other pages only list it', () => {
    const page = pageOf('boat', 'How we built the boat _Things_Made');
    const one = memoryOf(subject => `How we built the ${subject} _Things_Made`, ['kite']);
    expect(factsWith(page, one)).toEqual(factsWith(page, new SiteMemory()));
    const listing = new SiteMemory();
    for (const subject of SUBJECTS)
      listing.add(
        fingerprint(`${pageOf(subject, `The ${subject}`)}<h2>The boat</h2><a href=/b>The boat</a>`),
      );
    expect(factsWith(pageOf('boat', 'The boat', 'The boat'), listing).title).toBe('The boat');
  });

  it('does not change when pages are added after the extraction', () => {
    const site = memoryOf(() => 'Things Made by Hand', ['kite', 'organ']);
    const article = extract(pageOf('boat', 'How we built the boat _Things_Made'), { site });
    site.merge(suffixed);
    expect(article.title).toBe(extract(pageOf('boat', 'How we built the boat _Things_Made')).title);
  });

  it('does not replace the name that the page declares', () => {
    const page = `<meta property=og:site_name content="The Makers">${pageOf('boat', 'The boat _Things_Made')}`;
    expect(factsWith(page, suffixed).siteName).toBe('The Makers');
  });
});

describe('hostile titles', () => {
  const page = pageOf('boat', 'A boat for the winter - Harbour', 'A boat for the winter');
  const alone = factsWith(page, new SiteMemory());
  const parts = ['A boat for the winter - Harbour', 'A boat for the winter', 'Harbour'];

  it('have no effect unless they are on most pages', () => {
    const copied = memoryOf(subject => (['kite', 'organ', 'oven'].includes(subject) ? parts[1]! : subject));
    expect(factsWith(page, copied)).toEqual(alone);
  });

  it('leave a page with a title of its own text, whichever parts of it they repeat', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 }), titles => {
        const copied = memoryOf(
          subject => titles[SUBJECTS.indexOf(subject)]!,
          SUBJECTS.slice(0, titles.length),
        );
        const { title } = factsWith(page, copied);
        expect(title).not.toBe('');
        expect(parts.join(' ')).toContain(title);
      }),
      { numRuns: 30 },
    );
  });

  it('of any length are hashed in linear time, and stay in the bound of a fingerprint', () => {
    const long = fingerprint(pageOf('boat', `${'a - '.repeat(100_000)}b`));
    expect(long.length).toBeLessThan(200);
  });
});
