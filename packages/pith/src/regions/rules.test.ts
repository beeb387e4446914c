import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { PithError } from '../errors.js';
import type { SiteRules } from '../options.js';
import { treeFromHtml } from '../tree/from-html.js';
import { RegionDraft, ROLE } from './regions.js';
import { applyRules, ruleSelector as parseSelector } from './rules.js';

const HTML = `<main id=top><p class="lead big">lead</p><p class=note data-kind=tip>note</p><my-box><p>box</p></my-box>
  <section lang=en><p>part</p><p class=note>inner</p></section></main><p>tail</p>`;

/** Texts that the rules keep and drop, on a page of which nothing is kept. */
function ruled(rules: SiteRules) {
  const blocks = blocksFromTree(treeFromHtml(HTML));
  const draft = new RegionDraft(new Float32Array(blocks.count), { cut: 1, expected: 0 });
  applyRules(blocks, draft, rules);
  return {
    kept: blocks.texts.filter((_, b) => draft.role[b] === ROLE.content),
    settled: blocks.texts.filter((_, b) => draft.isSettled(b)),
  };
}
const keptBy = (...keep: string[]) => ruled({ keep }).kept;

describe('selectors', () => {
  it('match tags, classes, ids and attributes, alone and combined', () => {
    expect(keptBy('.note')).toEqual(['note', 'inner']);
    expect(keptBy('p.lead.big')).toEqual(['lead']);
    expect(keptBy('#top')).toEqual(['lead', 'note', 'box', 'part', 'inner']);
    expect(keptBy('my-box')).toEqual(['box']);
    expect(keptBy('SECTION[lang]')).toEqual(['part', 'inner']);
    expect(keptBy('[data-kind=tip]')).toEqual(['note']);
    expect(keptBy('p[DATA-KIND="tip"].note')).toEqual(['note']);
    expect(keptBy("[lang='en']", '.lead')).toEqual(['lead', 'part', 'inner']);
  });

  it('match nothing that lacks a part', () => {
    for (const selector of [
      'div.note',
      '.not',
      '.lead.note',
      '#Top',
      '[data-kind=top]',
      '[data-none]',
      'main.note',
    ])
      expect(keptBy(selector)).toEqual([]);
  });

  it('are parsed into their parts', () => {
    expect(parseSelector('a#b.c.d[e][f=g h]')).toEqual({
      tag: 'a',
      id: 'b',
      classes: ['c', 'd'],
      attributes: [
        ['e', undefined],
        ['f', 'g h'],
      ],
    });
  });

  it.each([
    '',
    ' ',
    '*',
    'a b',
    'a > b',
    'a,b',
    '.',
    '#',
    '[',
    '[a',
    '[=x]',
    'a:hover',
    '.a::before',
    '1a',
    'a + b',
  ])('reject “%s”', selector => {
    expect(() => parseSelector(selector)).toThrow(PithError);
    expect(() => keptBy(selector)).toThrow(`got ${JSON.stringify(selector)}`);
  });
});

describe('applyRules', () => {
  it('keeps and drops blocks', () => {
    const { kept, settled } = ruled({ keep: ['.lead'], drop: ['#top'] });
    expect(kept).toEqual([]);
    expect(settled).toEqual(['lead', 'note', 'box', 'part', 'inner']);
  });

  it('prefers drop over keep, inside and around', () => {
    expect(ruled({ keep: ['main'], drop: ['.note'] }).kept).toEqual(['lead', 'box', 'part']);
    expect(ruled({ keep: ['.note'], drop: ['section'] }).kept).toEqual(['note']);
  });

  it('changes nothing without rules', () => {
    expect(ruled({}).settled).toEqual([]);
  });
});
