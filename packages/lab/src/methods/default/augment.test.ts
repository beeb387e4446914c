import { seededRandom } from '@webpith/learn';
import { describe, expect, it } from 'vitest';
import { analyse, blocksFromTree, treeFromHtml } from 'webpith/stages';
import { augment, type SectionKind, type SourcePage, sectionsOf } from './augment.js';

const PARAGRAPHS = Array.from(
  { length: 8 },
  (_, i) => `Paragraph ${i} tells of the ferry that left the pier.`,
);
const HTML = `<body><nav><a href=/>Home</a></nav><div class=story><h1>Ferry</h1>${PARAGRAPHS.map(
  text => `<p>${text}</p>`,
).join('\n')}</div><footer>All rights reserved</footer>`;
const section = (kind: SectionKind) => ({
  kind,
  html: `<div class="${kind}"><p>Words of a ${kind}</p></div>`,
});

/** Texts and labels of all blocks of pages augmented with several seeds. */
function augmented() {
  const blocks = blocksFromTree(treeFromHtml(HTML));
  const share = Float32Array.from(blocks.texts, text =>
    text.startsWith('Paragraph') ? 1 : text === 'Ferry' ? -1 : 0,
  );
  const page: SourcePage = { blocks, share };
  return Array.from({ length: 40 }, (_, seed) => augment(page, section, seededRandom(seed)))
    .filter(made => made !== undefined)
    .map(made => {
      const { blocks: own } = analyse(made.html, {});
      return Array.from(own.texts, (text, b) => ({
        text,
        share: made.shareAt(own.tree.start[own.first[b]!]!),
      }));
    });
}

describe('augment', () => {
  it('labels every block', () => {
    for (const page of augmented()) {
      for (const { text, share } of page) {
        const expected = text.startsWith('Paragraph') ? 1 : text === 'Ferry' ? -1 : 0;
        expect([text, share]).toEqual([text, expected]);
      }
    }
  });

  it('shortens some pages, but never to nothing', () => {
    const left = augmented().map(page => page.filter(({ share }) => share === 1).length);
    expect(left.every(count => count >= 1 && count <= PARAGRAPHS.length)).toBe(true);
    expect(left.some(count => count <= 5)).toBe(true);
    expect(left.some(count => count === PARAGRAPHS.length)).toBe(true);
  });

  it('inserts sections after the text, inside or after the article', () => {
    const pages = augmented();
    const withComments = pages.filter(page => page.some(({ text }) => text === 'Words of a comment'));
    expect(withComments.length).toBeGreaterThan(5);
    for (const page of withComments) {
      const texts = page.map(({ text }) => text);
      expect(texts.indexOf('Words of a comment')).toBeGreaterThan(
        texts.findLastIndex(text => text.startsWith('Paragraph')),
      );
    }
  });

  it('leaves a page without content alone', () => {
    const blocks = blocksFromTree(treeFromHtml('<p>Login</p>'));
    expect(augment({ blocks, share: new Float32Array(1) }, section, seededRandom(1))).toBeUndefined();
  });
});

const WORDS = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ';

function sections(html: string, label: (text: string) => string) {
  const blocks = blocksFromTree(treeFromHtml(html));
  return sectionsOf(blocks, blocks.texts.map(label));
}

describe('sectionsOf', () => {
  it('returns the largest element of one kind', () => {
    const comments = `<div id=c><p>reply ${WORDS}</p><p>reply ${WORDS}</p></div>`;
    const html = `<div id=all><p>story ${WORDS}</p>${comments}</div>`;
    const found = sections(html, text => (text.startsWith('reply') ? 'comment' : 'content'));
    expect(found).toEqual([{ kind: 'comment', html: comments }]);
  });

  it('skips short, mixed and table elements', () => {
    expect(sections('<div><p>reply one two</p></div><p>story</p>', () => 'comment')).toEqual([]);
    const mixed = `<div>${`<p>reply ${WORDS}</p>`}${`<p>story ${WORDS}</p>`}</div>`;
    expect(sections(mixed, text => (text.startsWith('reply') ? 'comment' : 'content'))).toEqual([]);
    const row = `<table><tr><td>reply ${WORDS} ${WORDS}</td></tr><tr><td>story ${WORDS} ${WORDS}</td></tr></table>`;
    expect(sections(row, text => (text.startsWith('reply') ? 'comment' : 'content'))).toEqual([]);
  });
});
