import { describe, expect, it } from 'vitest';
import { analyse } from '../extract.js';
import { extract, fingerprint, SiteMemory } from '../index.js';
import { regionsFromScores } from '../regions/from-scores.js';
import { ROLE } from '../regions/regions.js';
import { adjustedBySite } from './from-scores.js';

/** Sentences about a subject; none is on the pages about other subjects. */
const sentencesOf = (subject: string) => [
  `The ${subject} was built by people who had never seen one, from a drawing that one of them had found in a book.`,
  `When the ${subject} was done, nobody in the village wanted to try it, and so it waited in the yard all winter.`,
  `In spring a girl took the ${subject} to the water and found that it worked, which surprised everybody but her.`,
];

const BOX =
  'We are a small group of editors and write about things that people make. Send us a picture of what you have made.';

const pageOf = (subject: string, more: readonly string[] = [BOX]) =>
  `<html lang=en><title>The ${subject}</title><body><div class=menu><a href=/>Start</a> <a href=/all>All things</a></div>
  <h1>The ${subject}</h1>${[...sentencesOf(subject), ...more].map(text => `<div class=text><p>${text}</p></div>`).join('')}`;

function memoryOf(pages: readonly string[], day = 0): SiteMemory {
  const memory = new SiteMemory();
  for (const page of pages) memory.add(fingerprint(page), day);
  return memory;
}

/** The blocks of a page with the same probability for all sentences, and the memory's effect on them. */
function adjusted(page: string, memory: SiteMemory, probability = 0.7) {
  const measured = analyse(page, {});
  const { texts, words } = measured.blocks;
  const before = Float32Array.from(words, count => (count > 10 ? probability : 0.05));
  const after = adjustedBySite(measured, before, memory)?.probability ?? before;
  const keptWords = (scores: Float32Array) =>
    regionsFromScores(measured, scores).role.reduce(
      (sum, role, b) => sum + (role === ROLE.content ? words[b]! : 0),
      0,
    );
  const of = (start: string) => after[texts.findIndex(text => text.startsWith(start))]!;
  return { of, before: keptWords(before), after: keptWords(after), isSame: after === before };
}

const page = pageOf('boat');
const others = memoryOf(['kite', 'organ', 'oven', 'sledge', 'clock'].map(subject => pageOf(subject)));

describe('the scores of a page with other pages of its site', () => {
  it('fall for text that repeats and stay for text that does not', () => {
    const { of } = adjusted(page, others);
    expect(of('We are a small')).toBeLessThan(0.6);
    for (const sentence of sentencesOf('boat')) expect(of(sentence)).toBeCloseTo(0.7, 6);
  });

  it('stay without other pages, with copies of the page only, and with pages that share nothing', () => {
    const copies = memoryOf([page, page.replace('All things', 'Everything')]);
    const unrelated = memoryOf([
      '<p>Ein ganz anderer Text, der mit den anderen Seiten gar nichts zu tun hat.</p>',
    ]);
    for (const memory of [new SiteMemory(), copies, unrelated])
      expect(adjusted(page, memory).isSame).toBe(true);
  });

  it('stay if an index of the site has the whole article', () => {
    const index = pageOf('kite', [...sentencesOf('boat'), ...sentencesOf('oven')]);
    const { of } = adjusted(page, memoryOf([index]));
    expect(of('The boat was')).toBeCloseTo(0.7, 6);
  });

  it.each([0.3, 0.7, 0.95])('drop at most half of the text that hostile pages repeat (%d)', probability => {
    // Each repeats less than half of the page, so that none counts as its copy.
    const hostile = sentencesOf('boat').flatMap(sentence =>
      ['loom', 'harp', 'mill', 'pump'].map(subject =>
        pageOf(`${subject} ${sentence.slice(0, 9)}`, [sentence]),
      ),
    );
    const whole = pageOf('boat', []);
    const { before, after } = adjusted(whole, memoryOf(hostile), probability);
    expect(before).toBeGreaterThan(50);
    expect(after).toBeGreaterThanOrEqual(before / 2);
  });

  it('are free of hostile pages once later pages of the site are added', () => {
    const hostile = ['loom', 'harp'].map(subject => pageOf(subject, sentencesOf('boat').slice(0, 1)));
    const memory = memoryOf(hostile, 1);
    expect(adjusted(page, memory).of('The boat was')).toBeLessThan(0.7);
    const letters = 'abcdefghijklmnop';
    for (const letter of letters)
      for (const ending of ['ring', 'rung']) memory.add(fingerprint(pageOf(`${letter}${ending}`)), 2);
    expect(adjusted(page, memory).of('The boat was')).toBeCloseTo(0.7, 6);
  });
});

describe('an extraction with other pages of its site', () => {
  it('names the pages in the explanation, and the account of each score adds up', () => {
    const decisions = extract(page, { site: others }).explain();
    const facts = decisions.flatMap(({ evidence }) => evidence.map(({ facts }) => facts[0]?.fact));
    expect(facts).toContain('also on 5 of 5 pages of this site');
    for (const { account, evidence } of decisions) {
      const { base, rest, corrected, records, score } = account;
      const sum = evidence.reduce((all, { weight }) => all + weight, base + rest + corrected + records);
      expect(sum).toBeCloseTo(score, 6);
    }
  });

  it('rejects anything but a memory', () => {
    expect(() => extract(page, { site: {} as SiteMemory })).toThrow(/expected site as a SiteMemory/);
  });
});
