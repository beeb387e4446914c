import { describe, expect, it } from 'vitest';
import { blocksFromTree } from '../blocks/from-tree.js';
import { Page } from '../features/page.js';
import { Groups } from '../groups/from-page.js';
import { treeFromHtml } from '../tree/from-html.js';
import { AROUND_COMMENTS, Comments, IN_COMMENT, NO_COMMENT } from './comments.js';

const ARTICLE = `<article class="post has-comments"><h1>A walk on the dike</h1>
  <p>The wind had turned in the night, and the sheep stood with their backs to the sea, waiting for the rain.</p>
  <p>Behind the dike the road was dry, and the old farm still had its lamp burning at ten in the morning.</p></article>`;

function read(html: string, url?: string) {
  const blocks = blocksFromTree(treeFromHtml(`<title>A walk on the dike</title><body>${html}`));
  const title = 'A walk on the dike';
  const page = new Page(blocks, { url, title, heading: blocks.texts.indexOf(title), schemaTypes: [] });
  const found = new Comments(new Groups(page));
  const partOf = (start: string) =>
    found.roles?.[blocks.texts.findIndex(text => text.startsWith(start))] ?? NO_COMMENT;
  const comments = found.posts.map(({ author, published, depth, blocks: list, text }) => ({
    author,
    published,
    depth,
    text: text ?? list.map(b => blocks.texts[b]).join(' / '),
  }));
  return { comments, partOf };
}

const FORM = `<div id="respond" class="comment-respond"><h3>Leave a Reply</h3><form id="commentform">
  <p>Your email address will not be published. Required fields are marked, and comments are read before they show.</p>
  <label>Name *</label><input name="author"><textarea name="comment"></textarea><button>Post Comment</button></form></div>`;

const comment = (id: number, author: string, text: string, replies = '') => `
  <li id="comment-${id}" class="comment ${id % 2 ? 'odd alt' : 'even'} thread-even depth-1"><article class="comment-body">
  <footer class="comment-meta"><div class="comment-author vcard"><img class="avatar" src="x.png"><b class="fn">${author}</b> <span class="says">says:</span></div>
  <a href="#comment-${id}"><time datetime="2022-03-0${id}T08:00:00+01:00">March ${id}, 2022</time></a></footer>
  <div class="comment-content"><p>${text}</p></div><div class="reply"><a href="#">Reply</a></div></article>${replies}</li>`;

describe('comments beneath an article', () => {
  const list = `<div id="comments"><h2>3 Comments</h2><ol class="comment-list">
    ${comment(1, 'Ann', 'I know that farm, my uncle lived there.', `<ul class="children">${comment(2, 'Ben', 'Mine lived next door!')}</ul>`)}
    ${comment(3, 'Cas', 'So true.')}</ol>${FORM}</div>`;

  it('are returned with their replies, without the form', () => {
    expect(read(ARTICLE + list).comments).toEqual([
      {
        author: 'Ann',
        published: '2022-03-01T08:00:00+01:00',
        depth: 0,
        text: 'I know that farm, my uncle lived there.',
      },
      { author: 'Ben', published: '2022-03-02T08:00:00+01:00', depth: 1, text: 'Mine lived next door!' },
      { author: 'Cas', published: '2022-03-03T08:00:00+01:00', depth: 0, text: 'So true.' },
    ]);
  });

  it('separate the article, the comments and the parts around them', () => {
    const { partOf } = read(ARTICLE + list);
    expect(['The wind', 'A walk'].map(partOf)).toEqual([NO_COMMENT, NO_COMMENT]);
    expect(['I know', 'Mine lived', 'So true'].map(partOf)).toEqual([IN_COMMENT, IN_COMMENT, IN_COMMENT]);
    expect(['3 Comments', 'Leave a Reply', 'Your email'].map(partOf)).toEqual(Array(3).fill(AROUND_COMMENTS));
  });

  it('include a single comment, and comments that a control opens', () => {
    const single = `<section id="comments" style="display:none"><ol>${comment(4, 'Dee', 'A fine walk, and well told.')}</ol>${FORM}</section>`;
    expect(read(ARTICLE + single).comments.map(({ author, text }) => [author, text])).toEqual([
      ['Dee', 'A fine walk, and well told.'],
    ]);
  });

  it('include a single comment in a definition list', () => {
    const list = `<div id="comments"><h4>1 comment:</h4><dl id="comments-block">
      <dt class="comment-author" id="c84188"><a href="https://example.org/dee">Dee</a> said...</dt>
      <dd class="comment-body"><p>A fine walk, and well told.</p></dd>
      <dd class="comment-footer"><a href="#c84188">6:46 AM</a></dd></dl></div>`;
    expect(read(ARTICLE + list).comments.map(({ author, text }) => [author, text])).toEqual([
      ['Dee', 'A fine walk, and well told.'],
    ]);
  });

  it('are found by their heading without class names for comments', () => {
    const entry = (n: number) =>
      `<div class="x"><b class="nick">Guest${n}</b> <i>0${n}.03.2022, 10:00</i><p>The lamp burns there every morning, number ${n} of many.</p></div>`;
    const { comments, partOf } = read(
      `${ARTICLE}<div class="y"><h3>Kommentare</h3>${entry(1)}${entry(2)}${entry(3)}</div>`,
    );
    expect(comments.map(({ author, published }) => [author, published])).toEqual([
      ['Guest1', '2022-03-01'],
      ['Guest2', '2022-03-02'],
      ['Guest3', '2022-03-03'],
    ]);
    expect(partOf('The wind')).toBe(NO_COMMENT);
  });

  it('are read from JSON-LD if the page does not show them', () => {
    const data = {
      '@type': 'Article',
      comment: [
        { '@type': 'Comment', text: 'Lovely.', author: { name: 'Eve' }, datePublished: '2022-03-05' },
      ],
    };
    const html = `${ARTICLE}<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    expect(read(html).comments).toEqual([
      { author: 'Eve', published: '2022-03-05', depth: 0, text: 'Lovely.' },
    ]);
  });
});

describe('pages without comments', () => {
  it('does not take a form for a comment', () => {
    const { comments, partOf } = read(`${ARTICLE}<div id="comments">${FORM}</div>`);
    expect(comments).toEqual([]);
    expect(partOf('The wind')).toBe(NO_COMMENT);
  });

  it('does not take sign-in buttons or comment actions for a comment', () => {
    const head = (text: string) =>
      `<li id="comment-12" class="comment"><b class="author">Ann</b> <time datetime="2022-03-01">1 March</time>${text}</li>`;
    const signIn = `<form action="/login"><p>Sign in to post a comment, or register and post it in one go.</p>
      <input type="email"><input type="password"></form>`;
    const tools =
      '<ul class="comment-tools"><li>Recommend? (0)</li><li>Responses (0)</li><li>Link to this comment:</li></ul>';
    for (const text of [signIn, tools])
      expect(read(`${ARTICLE}<ol id="comments">${head(text)}</ol>`).comments).toEqual([]);
    const both = head(`<p>A fine walk, and well told.</p>${tools}`);
    expect(read(`${ARTICLE}<ol id="comments">${both}</ol>`).comments.map(({ text }) => text)).toEqual([
      'A fine walk, and well told.',
    ]);
  });

  it('does not take the topics of a forum index for comments', () => {
    const thread = (
      n: number,
    ) => `<li class="row"><dl><dt><a href="/viewtopic.php?t=${n}">What rope holds in salt
      water, part ${n}?</a><br>by <a href="/u/${n}">tidewrack</a></dt><dd>${n} replies</dd><dd>${n}0 views</dd></dl></li>`;
    const index = (id: string) =>
      `<h1>Small boats</h1><div class="${id}"><ul>${[1, 2, 3, 4, 5, 6].map(thread).join('')}</ul></div>`;
    const found = (name: string) => read(index(name), 'https://example.org/boats').comments;
    expect(found('topics')).toEqual([]);
    // An element named after comments is trusted: on some sites every comment links to its article.
    expect(found('comments')).toHaveLength(6);
  });

  it('does not take teasers of opinion pieces for comments', () => {
    const teaser = (n: number) => `<li><div class="byline"><span class="date">0${n}.03.2022, 10:00</span>
      <h3><a href="/comment/dike-${n}">What the new dike number ${n} will cost us</a></h3>
      <b class="author">Writer ${n}</b> The council has decided, and nobody along the coast was asked about it.</div></li>`;
    const html = `${ARTICLE}<div><h3>Comments</h3><ul>${[1, 2, 3].map(teaser).join('')}</ul></div>`;
    expect(read(html, 'https://example.org/2022/dike').comments).toEqual([]);
  });

  it('finds none in an article in a box named "kommentar"', () => {
    const { comments, partOf } = read(`<div class="kommentar">${ARTICLE}</div>`);
    expect(comments).toEqual([]);
    expect(partOf('The wind')).toBe(NO_COMMENT);
  });
});
