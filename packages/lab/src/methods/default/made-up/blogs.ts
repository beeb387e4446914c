import { sidebarBox } from './boxes.js';
import { content, element, link, unlabelled } from './markup.js';
import type { Words } from './words.js';

interface Post {
  readonly title: string;
  readonly body: string;
  readonly date: string;
  /** Author, category, permalink. */
  readonly footer: string;
}

/** The markup of a blogging program of the years 2003 to 2015. */
interface BlogKit {
  box(heading: string, body: string): string;
  post(post: Post): string;
  comments(inner: string): string;
  page(header: string, main: string, sidebar: () => string, words: Words): string;
}

const div = (attributes: string, inner: string) => element('div', attributes, inner);
const headed = (tag: string, attributes: string, heading: string) =>
  heading && element(tag, attributes, heading);

const KITS: readonly BlogKit[] = [
  {
    box: (heading, body) =>
      div(
        'class="module-typelist module"',
        headed('h2', 'class="module-header"', heading) + div('class="module-content"', body),
      ),
    post: ({ title, body, date, footer }) =>
      element('h2', 'class="date-header"', date) +
      div(
        'class="entry"',
        `<h3 class="entry-header">${title}</h3>` +
          div('class="entry-content"', div('class="entry-body"', body)) +
          `<p class="entry-footer"><span class="post-footers">${footer}</span></p>`,
      ),
    comments: inner =>
      div(
        'class="comments"',
        `<h2 class="comments-header">Comments</h2>${div('class="comments-content"', inner)}`,
      ),
    page(header, main, sidebar, words) {
      const inner = (id: string, html: string) => div(`id="${id}"`, div(`id="${id}-inner"`, html));
      const left = words.chance(0.6) ? inner('alpha', sidebar()) : '';
      const right = left !== '' && words.chance(0.5) ? '' : inner('gamma', sidebar());
      return inner(
        'container',
        div('id="banner"', header) + inner('pagebody', left + inner('beta', main) + right),
      );
    },
  },
  {
    box: (heading, body) =>
      element('li', 'class="widget"', headed('h2', 'class="widgettitle"', heading) + body),
    post: ({ title, body, date, footer }) =>
      div(
        'class="post" id="post-712"',
        `<h2>${title}</h2><small>${date}</small>` +
          div(
            'class="entry"',
            `${body}<p class="postmetadata alt"><small>This entry was posted on ${date}. You can follow any responses to this entry through the feed. ${footer}</small></p>`,
          ),
      ),
    comments: inner => `<h3 id="comments">Responses</h3><ol class="commentlist">${inner}</ol>`,
    page(header, main, sidebar, words) {
      const side = () => div('id="sidebar"', `<ul>${sidebar()}</ul>`);
      const first = words.chance(0.3) ? side() : '';
      return div(
        'id="page"',
        div('id="header"', header) + first + div('id="content" class="narrowcolumn"', main) + side(),
      );
    },
  },
  {
    box: (heading, body) =>
      div('class="widget"', headed('h2', '', heading) + div('class="widget-content"', body)),
    post: ({ title, body, date, footer }) =>
      element('h2', 'class="date-header"', date) +
      div(
        'class="post hentry"',
        `<h3 class="post-title entry-title">${title}</h3>` +
          div('class="post-body entry-content"', `${body}<div style="clear: both;"></div>`) +
          div('class="post-footer"', `<p>${footer}</p>`),
      ),
    comments: inner =>
      div('id="comments" class="comments"', `<h4>comments:</h4><dl id="comments-block">${inner}</dl>`),
    page(header, main, sidebar, words) {
      const side = (id: string) => div(`id="${id}"`, div('class="sidebar section"', sidebar()));
      const left = words.chance(0.4) ? side('left-wrapper') : '';
      const middle = div('id="main-wrapper"', div('class="main section" id="main"', main));
      return div(
        'id="outer-wrapper"',
        div('id="header-wrapper"', header) +
          div('id="content-wrapper"', left + middle + side('sidebar-wrapper')),
      );
    },
  },
  {
    box: (heading, body) => div('', headed('div', 'class="sidetitle"', heading) + div('class="side"', body)),
    post: ({ title, body, date, footer }) =>
      element('h2', 'class="date"', date) +
      div('class="blogbody"', `<h3 class="title">${title}</h3>${body}<div class="posted">${footer}</div>`),
    comments: inner => div('class="comments-body"', inner),
    page: (header, main, sidebar, words) =>
      div('id="banner"', header) +
      (words.chance(0.5) ? div('id="links"', sidebar()) : '') +
      div('id="center"', div('class="content"', main)) +
      div('id="right"', sidebar()),
  },
  {
    box: (heading, body) => `${heading && `<p><b>${heading}</b></p>`}${body}<br>`,
    post: ({ title, body, footer }) => `<p><b>${title}</b></p>${body}<p><font size=1>${footer}</font></p>`,
    comments: inner => `<hr>${inner}`,
    page(header, main, sidebar, words) {
      const cell = (width: string, inner: string) => `<td valign=top${width}>${inner}</td>`;
      const left = words.chance(0.5) ? cell(' width=160', sidebar()) : '';
      return `<table width="780"><tr><td colspan=3>${header}</td></tr><tr>${left}${cell('', main)}${cell(' width=180', sidebar())}</tr></table>`;
    },
  },
];

/** Part of the sidebar boxes that come from labelled pages. */
const REAL_BOXES = 0.2;
const COMMENTED = 0.3;

/** Random parts of labelled pages, undefined if there are none. */
export interface RealParts {
  box(): string | undefined;
  comments(): string | undefined;
}

/** A short post, by `paragraphs` of a real page, beside long sidebars. */
export function madeUpBlog(words: Words, paragraphs: readonly string[], real: RealParts): string {
  const kit = words.pick(KITS);
  const title = words.postTitle();
  const site = words.siteName();
  const post = kit.post({
    title: unlabelled(words.chance(0.5) ? link(title) : title),
    body: content(paragraphs.join('\n')),
    date: words.date(),
    footer: `Posted by ${words.firstName()} on ${words.date()} in ${link(words.topic())} | ${link('Permalink')} | ${link(`Comments (${words.below(40)})`)}`,
  });
  const box = () => {
    const labelled = words.chance(REAL_BOXES) ? real.box() : undefined;
    if (labelled !== undefined) return kit.box('', labelled);
    const { heading, body } = sidebarBox(words);
    return kit.box(heading, body);
  };
  const sidebar = () => words.some(3, 11, box).join('\n');
  const neighbours = `<p>${link(`« ${words.postTitle()}`)} | ${link('Main')} | ${link(`${words.postTitle()} »`)}</p>`;
  const header = `<h1>${link(site, '/')}</h1><p>${words.chance(0.5) ? words.sentence() : 'A weblog'}</p>`;
  const comments = words.chance(COMMENTED) ? real.comments() : undefined;
  const main =
    (words.chance(0.5) ? neighbours : '') + post + (comments === undefined ? '' : kit.comments(comments));
  const head = `<title>${words.chance(0.5) ? `${title} - ${site}` : `${site}: ${title}`}</title>`;
  return `<html><head>${head}</head><body>${kit.page(header, main, sidebar, words)}</body></html>`;
}
