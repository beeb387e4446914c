import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyse, extractByScores } from '../extract.js';
import { FEATURE_NAMES } from '../features/from-blocks.js';
import { extract } from '../index.js';
import { scoreRows } from '../packed-trees.js';
import { PageSums } from './evidence.js';
import { EVIDENCE_GROUPS, evidenceGroup } from './evidence-in-words.js';
import { scoresFromFeatures } from './from-features.js';
import { defaultModel } from './model.js';
import { WEIGHTS } from './weights/default.js';

const HTML = `<title>A ferry in the fog</title><nav class=menu><a href=/>Home</a> <a href=/n>News</a></nav>
  <article><h1>A ferry in the fog</h1>
  <p>The ferry left the pier at noon, and nobody on it knew that the fog would come before the evening.</p>
  <p>By two o’clock the captain could no longer see the bow of his own ship, and he had the engines stopped.</p>
  </article><aside class=related><h3>Related</h3><ul><li><a href=/x>Another ship</a></ul></aside><footer>© 2020</footer>`;

describe('the sum of a score', () => {
  const { features, blocks } = analyse(HTML, {});
  const sums = new PageSums(features);

  it('adds up to the score of all trees, on the same side as the score that decisions use', () => {
    const { slope, offset } = WEIGHTS.blockCalibration;
    const scores = scoreRows(defaultModel().blocks, features.rows, features.width);
    const served = scoresFromFeatures(features);
    for (let b = 0; b < blocks.count; b++) {
      const sum = sums.ofBlock(b);
      const total = sum.groups.reduce((all, { weight }) => all + weight, sum.base);
      expect(total).toBeCloseTo(sum.score, 9);
      expect(sum.score).toBeCloseTo(slope * scores[b]! + offset, 2);
      expect(1 / (1 + Math.exp(-sum.served))).toBeCloseTo(served[b]!, 5);
      expect(Math.sign(sum.score)).toBe(Math.sign(sum.served));
    }
  });

  it('has the average block of the page as its base', () => {
    const scores = Array.from({ length: blocks.count }, (_, b) => sums.ofBlock(b).score);
    const mean = scores.reduce((sum, score) => sum + score, 0) / blocks.count;
    expect(sums.ofBlock(0).base).toBeCloseTo(mean, 5);
  });

  it('lists groups and their members, strongest first, each feature once', () => {
    for (let b = 0; b < blocks.count; b++) {
      const { groups } = sums.ofBlock(b);
      const strengths = [groups, ...groups.map(({ members }) => members)].map(list =>
        list.map(({ weight }) => Math.abs(weight)),
      );
      for (const list of strengths) expect(list).toEqual(list.toSorted((x, y) => y - x));
      const names = groups.flatMap(({ members }) => members.map(({ feature }) => feature));
      expect(new Set(names).size).toBe(names.length);
      for (const { group, weight, members } of groups) {
        for (const { feature } of members) expect(evidenceGroup(feature)).toBe(group);
        const listed = members.reduce((sum, own) => sum + own.weight, 0);
        // Only contributions below 0.01 are not listed.
        expect(Math.abs(weight - listed)).toBeLessThan(0.5);
      }
    }
  });

  it('contains the value of the block', () => {
    for (const { members } of sums.ofBlock(2).groups) {
      for (const { feature, value } of members)
        expect(value).toBe(features.rows[2 * features.width + FEATURE_NAMES.indexOf(feature)]);
    }
  });

  it('has page-wide features in the group of the page only', () => {
    const { group, members } = sums.ofPage();
    expect(group).toBe('page');
    expect(members.length).toBeGreaterThan(3);
    for (const { feature, value } of members) {
      const column = FEATURE_NAMES.indexOf(feature);
      for (let b = 0; b < blocks.count; b++) expect(features.rows[b * features.width + column]).toBe(value);
    }
  });
});

describe('explain', () => {
  const decisions = extract(HTML, { url: 'https://example.org/ferry' }).explain();

  it('covers every block in order', () => {
    expect(decisions.map(decision => decision.text)).toEqual([...analyse(HTML, {}).blocks.texts]);
  });

  it('contains the decision, its stage and its reason', () => {
    const paragraphs = decisions.filter(({ text }) => /^(?:The ferry|By two)/.test(text));
    expect(paragraphs.map(({ kept, stage }) => [kept, stage])).toEqual([
      [true, 'scores'],
      [true, 'scores'],
    ]);
    const menu = decisions.find(({ text }) => text === 'Home News')!;
    expect([menu.kept, menu.stage, menu.reason]).toEqual([
      false,
      'scores',
      'probability below the threshold of this page',
    ]);
  });

  it('contains the position of each block', () => {
    for (const { text, start, end, path } of decisions) {
      expect(HTML.slice(start, end).replace(/<[^>]*>/g, '')).toBe(text);
      expect(path).toMatch(/^(?:[\w-]+:\d+)(?: > [\w-]+:\d+)*$/);
    }
  });

  it('describes evidence in words, by group, with weights', () => {
    for (const { evidence, score } of decisions) {
      expect(evidence.length).toBeGreaterThan(4);
      for (const { group, weight, facts } of evidence) {
        expect(Object.values(EVIDENCE_GROUPS)).toContain(group);
        expect(Number.isFinite(weight)).toBe(true);
        expect(facts.length).toBeLessThanOrEqual(5);
        for (const { fact } of facts) expect(fact).toMatch(/\w/);
      }
      expect(score > 0 && score < 1).toBe(true);
    }
  });

  it('accounts for every score exactly, on the decided side of the threshold', () => {
    for (const { account, evidence, kept, stage, score } of decisions) {
      const { base, rest, corrected, cut } = account;
      const total = evidence.reduce((sum, { weight }) => sum + weight, base + rest + corrected);
      expect(total).toBeCloseTo(account.score, 9);
      expect(account.score > 0).toBe(score > 0.5);
      expect(corrected).toBe(0);
      if (stage === 'scores') expect(account.score >= cut).toBe(kept);
    }
  });

  it('names the groups of nearly all of the weight of nearly all blocks', () => {
    const pages = new URL('../../../../test/pages/', import.meta.url);
    let [blocks, explained] = [0, 0];
    for (const name of readdirSync(pages).filter((_, i) => i % 6 === 0)) {
      for (const { account, evidence } of extract(
        readFileSync(new URL(`${name}/source.html`, pages)),
      ).explain()) {
        const named = evidence.reduce((sum, { weight }) => sum + Math.abs(weight), 0);
        if (named === 0) continue;
        blocks++;
        if (named >= 0.9 * (named + Math.abs(account.rest))) explained++;
      }
    }
    expect(blocks).toBeGreaterThan(200);
    expect(explained / blocks).toBeGreaterThanOrEqual(0.95);
  });

  it('describes the block, the decision and its reasons in one sentence', () => {
    const summaryOf = (text: string) => decisions.find(own => own.text.startsWith(text))!.summary;
    expect(summaryOf('The ferry left')).toMatch(/^Kept: 20 words of running text, .+\.$/);
    expect(summaryOf('Home News')).toMatch(/^Dropped: 2 words in a menu[^.]*\.$/);
    expect(summaryOf('A ferry in the fog')).toBe(
      'Dropped: a heading of 5 words; the title, which is shown separately.',
    );
  });

  it('gives only reasons that support the decision, and none twice', () => {
    const pages = new URL('../../../../test/pages/', import.meta.url);
    for (const name of ['news-article', 'blog-post', 'product', 'chinese-gb18030']) {
      const page = extract(readFileSync(new URL(`${name}/source.html`, pages)));
      for (const { summary } of page.explain()) {
        if (summary.startsWith('Kept: '))
          expect(summary).not.toMatch(/in a menu|navigation|footer|advertising|mostly links|outside/);
        else
          expect(summary).not.toMatch(
            /(?<!outside the )main part|marked as an article|few links|among long texts/,
          );
        const [, reasons = ''] = summary.slice(0, -1).split(/, (.*)/);
        expect(new Set(reasons.split(' and ')).size).toBe(reasons.split(' and ').length);
      }
    }
  });

  it('counts characters in scripts without spaces', () => {
    const html = `<article><h1>渡轮</h1><p>${'旧港口的渡轮今天早上又开始运行了。'.repeat(4)}</p></article>`;
    expect(extract(html).explain().at(-1)!.summary).toMatch(/: 64 characters of running text/);
  });

  it('describes the page once', () => {
    const { group, facts } = extract(HTML).explain({ page: true });
    expect(group).toBe('the page as a whole');
    expect(facts.map(({ fact }) => fact).join('\n')).toMatch(/the page/);
  });

  it('separates the contribution of another model', () => {
    const shifted = extractByScores(HTML, {}, features =>
      scoresFromFeatures(features).map(p => 1 / (1 + ((1 - p) / p) * Math.exp(-0.5))),
    ).explain();
    for (const { account } of shifted) expect(account.corrected).toBeCloseTo(0.5, 2);
  });

  it("applies a reader's corrections last", () => {
    const { texts, first } = analyse(HTML, {}).blocks;
    const nodes = (text: string) => first[texts.findIndex(own => own.startsWith(text))]!;
    const corrections = { keep: [nodes('Home')], drop: [nodes('The ferry left')] };
    const after = extract(HTML, { corrections, rules: { drop: ['nav'], keep: ['article'] } }).explain();
    const of = (text: string) => after.find(own => own.text.startsWith(text));
    expect(of('Home')).toMatchObject({ kept: true, stage: 'corrections' });
    expect(of('The ferry left')).toMatchObject({ kept: false, stage: 'corrections' });
    expect(of('By two')).toMatchObject({ kept: true });
    expect(extract(HTML, { corrections: { drop: [1e6] } }).text).toBe(extract(HTML).text);
  });

  it('names a rule as the reason if it decided', () => {
    const ruled = extract(HTML, { rules: { drop: ['article'], keep: ['aside'] } }).explain();
    expect(ruled.find(({ text }) => text.startsWith('The ferry'))).toMatchObject({
      kept: false,
      stage: 'rules',
    });
    expect(ruled.find(({ text }) => text === 'Another ship')).toMatchObject({ kept: true, stage: 'rules' });
  });
});

describe('scoresFromFeatures', () => {
  it('gives each block a probability, higher for prose than for the menu', () => {
    const { features, blocks } = analyse(HTML, {});
    const scores = scoresFromFeatures(features);
    expect(scores.length).toBe(blocks.count);
    expect(scores.every(p => p > 0 && p < 1)).toBe(true);
    const of = (text: string) => scores[blocks.texts.findIndex(own => own.startsWith(text))]!;
    expect(of('The ferry')).toBeGreaterThan(of('Home'));
  });
});
