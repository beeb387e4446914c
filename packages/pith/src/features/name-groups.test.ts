import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { treeFromHtml } from '../tree/from-html.js';
import { GROUP_WORDS_PER_NODE, NAME_GROUPS, nodeNames } from './name-groups.js';

function namesOf(html: string) {
  const blocks = blocksFromTree(treeFromHtml(html));
  return { tree: blocks.tree, ...nodeNames(blocks.tree) };
}

/** All name groups on a page. */
function named(tags: string): string[] {
  const { tree, groups } = namesOf(`${tags}text`);
  const found = new Set<string>();
  for (let node = 1; node < tree.count; node++) {
    NAME_GROUPS.forEach((group, i) => {
      if (groups[node * GROUP_WORDS_PER_NODE + (i >>> 5)]! & (1 << (i & 31))) found.add(group);
    });
  }
  return [...found];
}

function classHash(value: string): number {
  return namesOf(`<body><div class="${value}">x</div>`).classes.find(hash => hash !== 0) ?? 0;
}

describe('nodeNames', () => {
  it('reads classes, ids, roles, properties, and names of tests and components', () => {
    expect(named('<div class=sidebar>')).toEqual(['sidebar']);
    expect(named('<div id=footer>')).toEqual(['footer']);
    expect(named('<div role=navigation>')).toEqual(['nav']);
    expect(named('<p itemprop=articleBody>')).toEqual(['body', 'article']);
    expect(named('<div data-testid=byline><p data-component=newsletter>')).toEqual(['byline', 'newsletter']);
  });

  it('ignores other attributes', () => {
    expect(named('<a href=/sidebar title=footer data-x=comment>')).toEqual([]);
  });

  it('ignores the names of invisible elements', () => {
    expect(named('<p class=footer>x</p><template><p class=sidebar>y</p></template>')).toEqual(['footer']);
  });

  it('splits names at punctuation, digits and capitals', () => {
    for (const name of ['related-posts', 'related_posts', 'relatedPosts', 'related2posts', 'RELATED.POSTS'])
      expect(named(`<div class="${name}">`).sort()).toEqual(['post', 'related']);
  });

  it('matches whole words only', () => {
    expect(named('<div class="header">')).toEqual(['header']);
    expect(named('<div class="headers subheader adele shadow a-d x">')).toEqual([]);
  });

  it('returns all groups of a word', () => {
    expect(named('<div class=profile>').sort()).toEqual(['bio', 'login']);
  });

  it('has a bit for every group', () => {
    expect(GROUP_WORDS_PER_NODE * 32).toBeGreaterThanOrEqual(NAME_GROUPS.length);
    const elements = NAME_GROUPS.map(group => `<p class="${group}">x`);
    expect(named(elements.join('')).sort()).toEqual([...NAME_GROUPS].sort());
  });

  it('reads the start of a very long name', () => {
    expect(named(`<p class="${'x '.repeat(190)}sidebar">`)).toEqual(['sidebar']);
    expect(named(`<p class="${'x '.repeat(250)}sidebar">`)).toEqual([]);
  });
});

describe('class hashes', () => {
  it('are equal for names that differ in digits, separators and case', () => {
    expect(classHash('post-12 item')).toBe(classHash('post-13 item'));
    expect(classHash('post12item')).toBe(classHash('POST item'));
  });

  it('differ for other names and are 0 without any', () => {
    expect(classHash('post item')).not.toBe(classHash('item post'));
    expect(classHash('post')).not.toBe(classHash('posts'));
    expect(classHash('123 45')).toBe(0);
  });
});
