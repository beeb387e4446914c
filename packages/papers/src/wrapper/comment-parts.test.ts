import { shownTexts } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { describe, expect, it } from 'vitest';
import { TAG, treeFromHtml } from 'webpith/stages';
import { commentParts } from './comment-parts.js';
import { squeezedView } from './layout.js';
import { wrapper, wrapperPlus } from './method.js';

const STORY = Array.from(
  { length: 6 },
  (_, i) =>
    `<p>The ferry ${i} left the harbour at noon, and the pilot saw that the lamps along the pier were lit.</p>`,
).join('\n');
const REPLIES = Array.from(
  { length: 3 },
  (_, i) =>
    `<div class="comment"><b>Reader ${i}</b><p>I remark that the old pier was better, and longer.</p></div>`,
).join('\n');
const COMMENTS = `<section class="comments"><h3>Comments</h3>${REPLIES}</section>`;

function partsOf(html: string): number[] {
  const tree = treeFromHtml(`<body><div>${html}</div>`);
  return commentParts(squeezedView(tree), tree.tag.indexOf(TAG.div));
}

describe('comments in the body', () => {
  it('are block elements named for comments below the story', () => {
    expect(partsOf(`${STORY}${COMMENTS}`)).toHaveLength(1);
    expect(partsOf(`${STORY}${REPLIES}`)).toHaveLength(3);
  });

  it('are not the story itself, links to the comments, or comments in code', () => {
    expect(partsOf(`<div class="comment">${STORY}</div>`)).toEqual([]);
    expect(partsOf(`<div class="comments">3 replies</div>${STORY}`)).toEqual([]);
    expect(partsOf(`${STORY}<pre><span class="comment">// sail</span></pre>`)).toEqual([]);
  });

  it.each([wrapper, wrapperPlus])('are not in the rich article of $name', async method => {
    const title = '<h1>Ferry leaves at noon</h1>';
    for (const page of [
      `<article>${title}${STORY}${COMMENTS}</article>`,
      `<main>${title}${STORY}${REPLIES}</main>`,
      `<div class="content"><h2>Ferry leaves at noon</h2><div class="body">${STORY}${COMMENTS}</div></div>`,
    ]) {
      const html = new TextEncoder().encode(
        `<title>Ferry</title><body><nav><a href="/">Home</a></nav>${page}`,
      );
      const tree = pageTree({ html });
      const extraction = await (await method.load()).extract({ id: 'page', html, tree });
      const { texts } = shownTexts(tree, extraction);
      const shown = Array.from(texts, (mark, node) => (mark === 1 ? tree.text(node) : '')).join(' ');
      expect(shown).toContain('The ferry 5 left the harbour');
      expect(shown).not.toContain('I remark');
    }
  });
});
