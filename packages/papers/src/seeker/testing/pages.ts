import type { Page } from '@webpith/lab';
import { pageTree } from '@webpith/lab/internals';
import { type SegmentedPage, segmentPage } from '../features.js';

const encoder = new TextEncoder();

/** Parses and segments a page. */
export function segmented(html: string): SegmentedPage {
  return segmentPage(pageTree({ html: encoder.encode(html) }));
}

/** The node of the element with an id. */
export function nodeOf({ tree }: SegmentedPage, id: string): number {
  for (let node = 1; node < tree.count; node++) {
    if (tree.attributes(node).some(([name, value]) => name === 'id' && value === id)) return node;
  }
  throw new Error(`no element has the id ${id}`);
}

const WORDS =
  'the harbour was quiet and boats of every colour lay in it while gulls were on the wall for hours'.split(
    ' ',
  );

/** Running text of the given length, different for each seed. */
export function words(count: number, seed = 0): string {
  return Array.from({ length: count }, (_, i) => WORDS[(i * 7 + seed * 5) % WORDS.length]).join(' ');
}

const menu = (items: number) =>
  `<ul class="menu">${Array.from({ length: items }, (_, i) => `<li><a href="/s${i}">Section ${i}</a></li>`).join('')}</ul>`;

const paragraphs = (count: number, seed: number) =>
  Array.from({ length: count }, (_, i) => `<p>${words(40, seed + i)} ${seed}-${i}.</p>`);

/** A synthetic news page: menu, article, related links, footer. */
export function newsPage(seed: number, paragraphCount = 6): Page {
  const body = paragraphs(paragraphCount, seed);
  const html = `<html lang="en"><head><title>Harbour ${seed}</title></head><body><header><nav>${menu(8)}</nav></header>
    <main><article class="story article-body"><h1>Harbour ${seed}</h1><div class="text">${body.join('\n')}</div></article>
    <aside class="related"><h3>Related</h3>${menu(6)}</aside></main><footer><div>Imprint <a href="/i">Contact</a></div></footer></body></html>`;
  return page(`news-${seed}`, `https://news${seed}.example/2024/05/harbour`, 'news', html, body.join('\n'));
}

/** A blog post: entry, comments, sidebar. */
export function blogPage(seed: number): Page {
  const body = paragraphs(5, seed);
  const comments = [1, 2].map(i => `<div class="comment"><p>${words(12, seed + 40 + i)}</p></div>`).join('');
  const html = `<html lang="en"><head><title>Diary ${seed}</title></head><body class="single-post blog"><div class="header">${menu(5)}</div>
    <div class="blog-entry hentry"><h2>Diary ${seed}</h2><div class="entry-content">${body.join('\n')}</div></div>
    <div class="comments"><h3>Comments</h3>${comments}</div><div class="sidebar widget">${menu(9)}</div></body></html>`;
  return page(`blog-${seed}`, `https://blog${seed}.example/blog/diary`, 'blog', html, body.join('\n'));
}

/** A discussion: similar posts, each with its author, some short. */
export function forumPage(seed: number, posts = 6): Page {
  const texts = Array.from(
    { length: posts },
    (_, i) => `${words(i % 3 === 2 ? 9 : 35, seed + i)} ${seed}:${i}`,
  );
  const made = texts.map(
    (
      text,
      i,
    ) => `<div class="forum-post" id="post-${i}"><div class="user"><a href="/u${i}">member${i}</a> <span class="avatar">since 2019</span></div>
      <div class="message reply">${text}</div><div class="tools"><a href="#">Reply</a> <a href="#">Report</a></div></div>`,
  );
  const html = `<html lang="en"><head><title>Thread ${seed}</title></head><body class="forum thread"><div class="top">${menu(7)}</div>
    <div class="thread-posts">${made.join('\n')}</div><div class="footer">${menu(4)}</div></body></html>`;
  return page(
    `forum-${seed}`,
    `https://forum${seed}.example/forum/thread-${seed}`,
    'forum',
    html,
    texts.join('\n'),
  );
}

function page(id: string, url: string, type: string, html: string, gold: string): Page {
  return { id, url, type, html: encoder.encode(html), text: gold.replace(/<[^>]+>/g, '') };
}
