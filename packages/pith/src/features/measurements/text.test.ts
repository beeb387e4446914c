import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../../blocks/from-tree.js';
import { treeFromHtml } from '../../tree/from-html.js';
import type { PageHints } from '../page.js';
import { measureTexts } from './text.js';

const factsOf = (html: string, hints: Partial<PageHints> = {}) =>
  measureTexts(blocksFromTree(treeFromHtml(html)), { schemaTypes: [], ...hints });

describe('characters', () => {
  const count = (text: string) => {
    const { digits, capitals, letters, sentenceEnds, symbols } = factsOf(`<p>${text}</p>`);
    return [digits, capitals, letters, sentenceEnds, symbols].map(of => of[0]);
  };

  it('are counted by class', () => {
    expect(count('In 1999, Éva paid 12 | 15 → more; why? Done.')).toEqual([8, 3, 20, 2, 2]);
  });

  it('of other scripts are counted too', () => {
    expect(count('Москва, да.')).toEqual([0, 1, 8, 1, 0]);
    expect(count('今天，很好。对吗？')).toEqual([0, 0, 6, 2, 0]);
    expect(count('هل وصلت؟')).toEqual([0, 0, 6, 1, 0]);
  });

  it('end a sentence only before a space, a mark or the end', () => {
    const ends = (text: string) => factsOf(`<p>${text}</p>`).sentenceEnds[0];
    expect(ends('Pi is 3.14 at example.org')).toBe(0);
    expect(ends('He said "no." And left (at 5.)')).toBe(2);
    expect(ends('What?! Yes…')).toBe(3);
  });
});

describe('copies', () => {
  it('are counted and numbered', () => {
    const { copies, copyIndex } = factsOf('<p>a</p><p>b</p><p>a</p><div>a</div>');
    expect([...copies]).toEqual([3, 1, 3, 3]);
    expect([...copyIndex]).toEqual([0, 0, 1, 2]);
  });

  it('require equal texts, not only equal edges', () => {
    const text = fc.tuple(fc.constantFrom('', 'lamp', 'light'), fc.constantFrom('lamp', 'tower', 'keeps'));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), words => {
        const texts = words.map(([first, second]) => `The keeper ${first} of the ${second} on the rock`);
        const { copies, copyIndex } = factsOf(texts.map(each => `<p>${each}</p>`).join(''));
        const collapsed = texts.map(each => each.replace(/ +/g, ' '));
        const same = (of: readonly string[], each: string) => of.filter(other => other === each).length;
        expect([...copies]).toEqual(collapsed.map(each => same(collapsed, each)));
        expect([...copyIndex]).toEqual(collapsed.map((each, b) => same(collapsed.slice(0, b), each)));
      }),
    );
  });
});

describe('metadata of the page', () => {
  it('is found in its blocks', () => {
    const facts = factsOf('<h1>Ferry runs aground</h1><p>The ferry was late</p><p>Menu</p>', {
      title: 'Ferry Runs Aground – The Paper',
      description: 'A late ferry.',
    });
    expect([...facts.inTitle]).toEqual([1, 0.5, 0]);
    expect(facts.inDescription[0]).toBeCloseTo(1 / 3, 6);
    expect(facts.inDescription[1]).toBe(0.5);
    expect(facts.hasBody).toBe(false);
  });

  it('is compared by phrases of the declared body, not by single words', () => {
    const facts = factsOf('<p>The ferry was late again.</p><p>again late was ferry the</p><p>Ferry was</p>', {
      articleBody: 'Today the ferry was late, again and again.',
    });
    expect(facts.hasBody).toBe(true);
    expect([...facts.inBody]).toEqual([1, 0, 0]);
  });

  it('is ignored for a body too short for a phrase', () => {
    expect(factsOf('<p>two words</p>', { articleBody: 'two words' }).hasBody).toBe(false);
  });
});
