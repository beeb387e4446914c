import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { volume } from '../../../../test/tiers.js';
import { treeFromHtml } from '../tree/from-html.js';
import { TAG } from '../tree/names.js';
import { IS_BLOCK, meaning } from '../tree/tags.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';
import { blocksFromTree } from './from-tree.js';

const cut = (html: string) => blocksFromTree(treeFromHtml(html));

describe('every page', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<div>',
        '</div>',
        '<b>',
        '</b>',
        '<a href=x>',
        '</a>',
        '<br>',
        '<ul>',
        '<li>',
        '</ul>',
      ],
      ...['<h2>', '</h2>', '<table>', '<tr>', '<td>', '</table>', '<pre>', '</pre>', '<script>', '</script>'],
      ...['<noscript>', '</noscript>', '<p hidden>', '<svg>', '</svg>', '<blockquote>', '&amp;', '&nbsp;'],
    ),
    fc.constantFrom(' ', '\n', 'word ', ' word', 'glued', '漢字', '. ', '\t\t', 'a b  c'),
    fc.string({ maxLength: 8 }),
  );
  const page = fc.array(piece, { maxLength: 40 }).map(pieces => pieces.join(''));
  /** Visible words; a trailing no-break space of a block is trimmed, so it is trimmed from every word here. */
  const seenWords = (text: string) =>
    text
      .split(/[ \t\n\f\r]+/)
      .map(word => word.trim())
      .filter(Boolean);

  /** All visible text, with a space at every line break and block border. */
  function seenText(tree: PageTree): string {
    let text = '';
    let last = -1;
    for (let node = 1; node < tree.count; node++) {
      const isBorder = (meaning(tree.tag[node]!) & IS_BLOCK) !== 0 || tree.tag[node] === TAG.br;
      if (isBorder) text += ' ';
      if (tree.tag[node] !== TAG['#text'] || tree.flags[node]! & UNSEEN) continue;
      let holder = tree.parent[node]!;
      while (holder > 0 && (meaning(tree.tag[holder]!) & IS_BLOCK) === 0) holder = tree.parent[holder]!;
      text += (holder === last ? '' : ' ') + tree.text(node);
      last = holder;
    }
    return text;
  }

  it('yields the words of all its visible texts in order, none joined or split', () => {
    fc.assert(
      fc.property(page, html => {
        const { tree, texts: cutTexts } = cut(html);
        expect(seenWords(cutTexts.join('\n'))).toEqual(seenWords(seenText(tree)));
      }),
      { numRuns: volume(125, 2000) },
    );
  });

  it('provides the code units of every text', () => {
    fc.assert(
      fc.property(page, html => {
        const { codes, codeStart, characters, texts, count } = cut(html);
        for (let b = 0; b < count; b++) {
          const own = codes.subarray(codeStart[b], codeStart[b]! + characters[b]!);
          expect(String.fromCharCode(...own)).toBe(texts[b]);
        }
      }),
      { numRuns: volume(125, 2000) },
    );
  });

  it('has disjoint blocks in order, each inside its element', () => {
    fc.assert(
      fc.property(page, html => {
        const { tree, count, first, end, node, heading } = cut(html);
        for (let b = 0; b < count; b++) {
          expect(first[b]!).toBeLessThan(end[b]!);
          expect(first[b]!).toBeGreaterThanOrEqual(b > 0 ? end[b - 1]! : 0);
          expect(tree.tag[first[b]!]).toBe(TAG['#text']);
          expect(tree.contains(node[b]!, first[b]!) && tree.contains(node[b]!, end[b]! - 1)).toBe(true);
          expect(heading[b]!).toBeLessThan(b);
        }
      }),
      { numRuns: volume(125, 2000) },
    );
  });

  it('has non-empty texts with matching counts', () => {
    fc.assert(
      fc.property(page, html => {
        const blocks = cut(html);
        for (let b = 0; b < blocks.count; b++) {
          expect(blocks.texts[b]!.trim()).not.toBe('');
          expect(blocks.characters[b]).toBe(blocks.texts[b]!.length);
          expect(blocks.linkWords[b]!).toBeLessThanOrEqual(blocks.words[b]!);
          expect(blocks.formatWords[b]!).toBeLessThanOrEqual(blocks.words[b]!);
          expect(blocks.words[b]!).toBeLessThanOrEqual(blocks.texts[b]!.length);
        }
      }),
      { numRuns: volume(125, 2000) },
    );
  });
});
