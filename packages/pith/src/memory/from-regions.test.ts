import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from '../extract.js';
import { extract, fingerprint, SiteMemory } from '../index.js';
import { regionsFromScores } from '../regions/from-scores.js';
import { ROLE } from '../regions/regions.js';
import { OtherPages, withoutRepeated } from './from-regions.js';

/** Sentences about a subject; none is on the pages about other subjects. */
const sentencesOf = (subject: string) => [
  `The ${subject} was built by people who had never seen one, from a drawing that one of them had found in a book.`,
  `When the ${subject} was done, nobody in the village wanted to try it, and so it waited in the yard all winter.`,
  `In spring a girl took the ${subject} to the water and found that it worked, which surprised everybody but her.`,
];

const BOX =
  'We are a small group of editors and write about things that people make. Send us a picture of what you have made.';
const OFFER =
  'Members of our club pay half of the price for every course in the old boat house by the river.';

const boxes = (texts: readonly string[]) => texts.map(text => `<div><p>${text}</p></div>`).join('');

const pageOf = (subject: string, below = boxes([BOX])) =>
  `<html lang=en><title>The ${subject}</title><body><div class=menu><a href=/>Start</a> <a href=/all>All things</a></div>
  <h1>The ${subject}</h1>${boxes(sentencesOf(subject))}${below}`;

const SUBJECTS = ['kite', 'organ', 'oven', 'sledge', 'clock'];

function memoryOf(pages: readonly string[], day = 0): SiteMemory {
  const memory = new SiteMemory();
  for (const page of pages) memory.add(fingerprint(page), day);
  return memory;
}

/** The kept sentences of a page on which all sentences have the same probability. */
function kept(page: string, memory: SiteMemory, { probability = 0.7, keep = [] as string[] } = {}): string[] {
  const analysed = analyse(page, {});
  const { blocks } = analysed;
  const scores = Float32Array.from(blocks.words, count => (count > 10 ? probability : 0.05));
  const regions = regionsFromScores(analysed, scores, { rules: { keep } });
  const { role } =
    withoutRepeated(new OtherPages(blocks, regions, memory.index), { type: 'article' })?.regions ?? regions;
  return blocks.texts.filter((text, b) => role[b] === ROLE.content && text.length > 60);
}

const page = pageOf('boat');
const others = memoryOf(SUBJECTS.map(subject => pageOf(subject)));

describe('the text of a page with other pages of its site', () => {
  it('loses boxes that are on most of them', () => {
    expect(kept(page, new SiteMemory())).toEqual([...sentencesOf('boat'), BOX]);
    expect(kept(page, others)).toEqual(sentencesOf('boat'));
  });

  it('loses neighbouring boxes that are on some of them, and keeps a single one', () => {
    const both = boxes([BOX, OFFER]);
    const memory = memoryOf([
      pageOf('kite', both),
      pageOf('organ', both),
      pageOf('oven', ''),
      pageOf('sledge', ''),
    ]);
    expect(kept(pageOf('boat', both), memory)).toEqual(sentencesOf('boat'));
    expect(kept(pageOf('boat', boxes([BOX])), memory)).toContain(BOX);
  });

  it('keeps a single box that is on the only other page', () => {
    expect(kept(page, memoryOf([pageOf('kite')]))).toContain(BOX);
  });

  it('keeps a sentence that repeats amid other text of the same element', () => {
    const amid = (subject: string) =>
      `<div><p>${BOX}</p>${sentencesOf(`${subject} cover`).join('<p>')}</div>`;
    const memory = memoryOf(SUBJECTS.map(subject => pageOf(subject, amid(subject))));
    expect(kept(pageOf('boat', amid('boat')), memory)).toContain(BOX);
  });

  it('keeps texts that differ in a number', () => {
    const offer = (count: number) => boxes([OFFER.replace('half', `${count} hundredths`)]);
    const memory = memoryOf(SUBJECTS.map((subject, i) => pageOf(subject, offer(i))));
    expect(kept(pageOf('boat', offer(50)), memory)).toHaveLength(4);
  });

  it('keeps what a rule keeps', () => {
    expect(kept(pageOf('boat', `<aside>${boxes([BOX])}</aside>`), others, { keep: ['aside'] })).toContain(
      BOX,
    );
  });

  it('stays without other pages, with copies of the page only, and with pages that share nothing', () => {
    const copies = memoryOf([page, page.replace('All things', 'Everything')]);
    const unrelated = memoryOf([
      '<p>Ein ganz anderer Text, der mit den anderen Seiten gar nichts zu tun hat.</p>',
    ]);
    for (const memory of [new SiteMemory(), copies, unrelated]) expect(kept(page, memory)).toContain(BOX);
  });

  it('stays if an index of the site has the whole article', () => {
    const index = pageOf('kite', boxes([...sentencesOf('boat'), ...sentencesOf('oven')]));
    expect(kept(page, memoryOf([index]))).toEqual(expect.arrayContaining(sentencesOf('boat')));
  });

  it('stays on the page of a product', () => {
    const analysed = analyse(page, {});
    const { blocks } = analysed;
    const regions = regionsFromScores(analysed, new Float32Array(blocks.count).fill(0.7));
    const beside = new OtherPages(blocks, regions, others.index);
    expect(withoutRepeated(beside, { type: 'article' })).toBeDefined();
    expect(withoutRepeated(beside, { type: 'product' })).toBeUndefined();
  });
});

describe('hostile pages', () => {
  const lengthOf = (texts: readonly string[]) => texts.join(' ').split(' ').length;
  const whole = pageOf('boat', '');
  // Each repeats less than half of the page, so that none counts as its copy.
  const hostile = sentencesOf('boat').flatMap(sentence =>
    ['loom', 'harp', 'mill', 'pump'].map(subject =>
      pageOf(`${subject} ${sentence.slice(0, 9)}`, boxes([sentence])),
    ),
  );

  it.each([0.3, 0.5, 0.7, 0.89])('drop at most half of the text (%d)', probability => {
    const before = kept(whole, new SiteMemory(), { probability });
    expect(before).toHaveLength(3);
    const after = kept(whole, memoryOf(hostile), { probability });
    expect(lengthOf(after)).toBeGreaterThanOrEqual(lengthOf(before) / 2);
  });

  it('drop at most half of the text, whichever sentences they repeat', () => {
    const before = kept(whole, new SiteMemory());
    const subjects = ['loom', 'harp', 'mill', 'pump', 'gate', 'lamp'];
    const repeating = fc.array(fc.subarray(sentencesOf('boat')), {
      minLength: 1,
      maxLength: subjects.length,
    });
    fc.assert(
      fc.property(repeating, repeated => {
        const memory = memoryOf(repeated.map((some, i) => pageOf(subjects[i]!, boxes(some))));
        const after = kept(whole, memory);
        expect(lengthOf(after)).toBeGreaterThanOrEqual(lengthOf(before) / 2);
        expect(kept(whole, memory, { probability: 0.95 })).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });

  it('drop nothing that is clearly content', () => {
    const one = memoryOf(hostile.slice(0, 4));
    expect(kept(whole, one)).toHaveLength(2);
    expect(kept(whole, one, { probability: 0.95 })).toEqual(sentencesOf('boat'));
  });

  it('have no effect once later pages of the site are added', () => {
    const memory = memoryOf(hostile.slice(0, 4), 1);
    expect(kept(whole, memory)).toHaveLength(2);
    for (const letter of 'abcdefghijklmnop')
      for (const ending of ['ring', 'rung']) memory.add(fingerprint(pageOf(`${letter}${ending}`)), 2);
    expect(kept(whole, memory)).toEqual(sentencesOf('boat'));
  });
});

describe('an extraction with other pages of its site', () => {
  it('drops the box, and names the number of pages in the explanation', () => {
    // The name makes the model less certain that the box is content.
    const boat = page.replace(`<div><p>${BOX}`, `<div class=note><p>${BOX}`);
    const article = extract(boat, { site: others });
    expect(extract(boat).text).toContain(BOX);
    expect(article.text).not.toContain(BOX);
    const box = article.explain().find(({ text }) => text === BOX)!;
    expect([box.kept, box.stage, box.reason]).toEqual([false, 'memory', 'also on 5 of 5 pages of this site']);
  });

  it('rejects anything but a memory', () => {
    expect(() => extract(page, { site: {} as SiteMemory })).toThrow(/expected site as a SiteMemory/);
  });
});
