import { describe, expect, it } from 'vitest';
import { blocksFromTree, treeFromHtml } from 'webpith/stages';
import { sectionsOf } from './augment.js';

const WORDS = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ';

function sections(html: string, label: (text: string) => string) {
  const blocks = blocksFromTree(treeFromHtml(html));
  return sectionsOf(blocks, blocks.texts.map(label));
}

describe('sectionsOf', () => {
  it('gives the largest element of one kind', () => {
    const comments = `<div id=c><p>reply ${WORDS}</p><p>reply ${WORDS}</p></div>`;
    const html = `<div id=all><p>story ${WORDS}</p>${comments}</div>`;
    const found = sections(html, text => (text.startsWith('reply') ? 'comment' : 'content'));
    expect(found).toEqual([{ kind: 'comment', html: comments }]);
  });

  it('passes over what is short, mixed, or part of a table', () => {
    expect(sections('<div><p>reply one two</p></div><p>story</p>', () => 'comment')).toEqual([]);
    const mixed = `<div>${`<p>reply ${WORDS}</p>`}${`<p>story ${WORDS}</p>`}</div>`;
    expect(sections(mixed, text => (text.startsWith('reply') ? 'comment' : 'content'))).toEqual([]);
    const row = `<table><tr><td>reply ${WORDS} ${WORDS}</td></tr><tr><td>story ${WORDS} ${WORDS}</td></tr></table>`;
    expect(sections(row, text => (text.startsWith('reply') ? 'comment' : 'content'))).toEqual([]);
  });
});
