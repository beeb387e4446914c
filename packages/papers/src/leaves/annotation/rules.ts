import { align, type Gold, type LeafLabel, wordsOf } from '@webpith/lab';
import { showsDate } from '../leaf-text.js';
import { CONCEPTS } from '../lexicon.js';
import type { LeafView } from './hints.js';

type Rule = (view: LeafView, page: AlignedPage) => boolean;

const { network, share, print, feed, email, singlePage, pages, comments, related, others } = CONCEPTS;
const { advertisement, subscribe, credit, caption, byline, dated, tags, topics, category } = CONCEPTS;
const { contact, copyright, agency, helper, lead } = CONCEPTS;

const near = (view: LeafView, page: AlignedPage, before = 12, after = 12) =>
  view.index >= Math.min(page.firstTitle, page.from) - before && view.index <= page.to + after;
const linkOf = (view: LeafView) => `${view.href} ${view.link}`.toLowerCase();
const inBody = (view: LeafView, page: AlignedPage) =>
  view.index >= page.from - 4 && view.index <= page.to + 2;
const isBox = (view: LeafView) => related.text.test(view.box) || others.text.test(view.box);
const isContent = (view: LeafView, page: AlignedPage) =>
  view.kind === 'text' &&
  page.share[view.index]! >= 0.6 &&
  view.index >= page.from - 3 &&
  view.index <= page.to + 6;
const namesAuthor = (view: LeafView, page: AlignedPage) => {
  const text = view.plain;
  return (
    text.length < 90 &&
    page.authors.some(
      name => text.includes(name) || (text.length > 3 && text.split(' ').length > 1 && name.includes(text)),
    )
  );
};

/** The first rule that matches gives the label of a leaf; without a match it is `none`. */
const FIRST_PASS: readonly (readonly [LeafLabel, Rule])[] = [
  ['title', (v, p) => p.title.has(v.index)],
  [
    'advertisement',
    (v, p) =>
      v.kind === 'frame' &&
      (!inBody(v, p) || /doubleclick|googlesyndication|adserv|\bad[sx]?\b/.test(v.names)),
  ],
  [
    'copyright',
    v =>
      v.kind === 'text' &&
      v.words < 60 &&
      copyright.text.test(v.plain) &&
      !credit.text.test(v.plain) &&
      !/figure|figcaption/.test(v.tags),
  ],
  ['print page', v => v.words < 6 && (print.text.test(v.plain) || print.link.test(linkOf(v)))],
  ['RSS feed', v => v.words < 8 && (feed.text.test(v.plain) || feed.link.test(linkOf(v)))],
  [
    'e-mail article',
    v => v.words < 8 && v.href !== '' && !/^mailto:[^?]+@/.test(v.href) && email.link.test(linkOf(v)),
  ],
  [
    'social bookmark',
    v =>
      v.words < 9 &&
      (v.href !== '' || /button/.test(v.tags)) &&
      network.link.test(linkOf(v)) &&
      (share.names.test(v.names) || v.words < 5),
  ],
  [
    'social bookmark',
    (v, p) =>
      v.words < 5 &&
      !isContent(v, p) &&
      share.names.test(v.names.slice(0, 300)) &&
      (network.link.test(v.plain) ||
        /^(?:share|teilen|partager|compartir|tweet|follow|follow us|copy link|share this|udostępnij|condividi)/.test(
          v.plain,
        ) ||
        v.kind !== 'text'),
  ],
  ['single page', v => singlePage.text.test(v.plain)],
  [
    'current page',
    v =>
      /(?:^|\s)current(?:\s|$)/.test(v.names.slice(0, 120)) &&
      /^\d{1,2}$/.test(v.plain) &&
      !/comment/.test(v.names),
  ],
  ['next page', (v, p) => pages.names.test(v.names) && pages.text.test(v.plain) && inBody(v, p)],
  [
    'comments',
    (v, p) =>
      !isContent(v, p) &&
      (comments.names.test(v.names) || comments.text.test(v.plain) || comments.link.test(v.href)),
  ],
  [
    'multimedia',
    (v, p) =>
      (v.kind === 'image' || v.kind === 'media' || v.kind === 'frame') &&
      inBody(v, p) &&
      !isBox(v) &&
      !/avatar|author|logo|related|recommend|teaser|share|social|icon/.test(v.names) &&
      !others.names.test(v.names),
  ],
  ['advertisement', v => v.words < 8 && advertisement.text.test(v.plain)],
  [
    'related article',
    (v, p) =>
      !isContent(v, p) &&
      (related.text.test(v.box) || (related.text.test(v.plain) && v.words < 8 && v.index > p.firstTitle)) &&
      v.index > p.firstTitle,
  ],
  ['recommendation', (v, p) => !isContent(v, p) && others.text.test(v.box) && !tags.names.test(v.names)],
  [
    'media credit',
    (v, p) =>
      v.kind === 'text' &&
      v.words < 16 &&
      near(v, p) &&
      (credit.text.test(v.plain) ||
        (/credit|copyright|photographer|source-image/.test(v.names.slice(0, 120)) &&
          caption.names.test(v.names))),
  ],
  [
    'caption',
    (v, p) =>
      v.kind === 'text' &&
      near(v, p) &&
      !isBox(v) &&
      v.words > 1 &&
      (caption.names.test(v.names.slice(0, 260)) || /figcaption/.test(v.tags)),
  ],
  [
    'author-date',
    (v, p) =>
      v.words < 25 &&
      near(v, p) &&
      !isContent(v, p) &&
      showsDate(v.text) &&
      (namesAuthor(v, p) || /^by\s/.test(v.plain)),
  ],
  [
    'date',
    (v, p) =>
      v.kind === 'text' &&
      v.words < 14 &&
      near(v, p, 14, 14) &&
      !isContent(v, p) &&
      !isBox(v) &&
      (showsDate(v.text) || dated.text.test(v.plain) || (/<time>/.test(v.names) && v.words < 8)),
  ],
  [
    'author',
    (v, p) =>
      v.kind === 'text' &&
      v.words < 14 &&
      near(v, p, 12, 25) &&
      (namesAuthor(v, p) ||
        byline.text.test(v.plain) ||
        (byline.names.test(v.names.slice(0, 160)) &&
          v.words < 6 &&
          /^\p{Lu}/u.test(v.text) &&
          !/follow|posts|about|more/.test(v.plain))) &&
      !isContent(v, p),
  ],
  ['publisher', (v, p) => near(v, p, 4, 2) && agency.text.test(v.plain)],
  [
    'publisher',
    (v, p) =>
      near(v, p, 6, 3) &&
      v.words < 6 &&
      /publisher|source-?org|article-source|(?:^|\s)source(?:\s|$)/.test(v.names.slice(0, 160)),
  ],
  [
    'tags',
    (v, p) =>
      v.words < 7 &&
      v.index > p.firstTitle - 8 &&
      (tags.names.test(v.names.slice(0, 400)) ||
        (/\/tags?\//.test(v.href) && near(v, p, 6, 30)) ||
        /^(?:tags?|tagged|schlagwörter|schlagworte|mots-clés|etiquetas|keywords|tagi)(?: with)?$/.test(
          v.plain,
        )) &&
      near(v, p, 8, 30) &&
      !isContent(v, p),
  ],
  [
    'topics',
    (v, p) =>
      v.words < 7 &&
      near(v, p, 6, 30) &&
      !isContent(v, p) &&
      (topics.names.test(v.names.slice(0, 300)) ||
        /\/topics?\/|\/thema\//.test(v.href) ||
        /^(?:topics?|themen|explore more topics|more on these topics)$/.test(v.plain)),
  ],
  [
    'category',
    (v, p) =>
      v.kind === 'text' &&
      v.words < 7 &&
      near(v, p, 14, 14) &&
      !isContent(v, p) &&
      (category.names.test(v.names.slice(0, 300)) ||
        (/\/category\//.test(v.href) && near(v, p, 6, 10)) ||
        /^(?:posted in|filed under|categories|category|categorized as)$/.test(v.plain)),
  ],
  [
    'advertisement',
    (v, p) =>
      !isContent(v, p) &&
      (advertisement.names.test(v.names) || subscribe.names.test(v.names)) &&
      !/<nav>|menu/.test(v.names),
  ],
  ['contributor', (v, p) => v.words < 40 && near(v, p) && helper.text.test(v.plain)],
  [
    'subtitle',
    (v, p) =>
      v.kind === 'text' &&
      v.index > p.firstTitle &&
      v.index <= p.firstTitle + 8 &&
      v.index < p.from &&
      /subtitle|sub-title|subheadline|subhead|subline|(?:^|\s)deck(?:\s|$)/.test(v.names.slice(0, 160)) &&
      !/[.!?]$/.test(v.text),
  ],
  [
    'introduction',
    (v, p) =>
      v.kind === 'text' &&
      v.words > 5 &&
      v.index > p.firstTitle &&
      v.index <= Math.max(p.from, p.firstTitle + 12) &&
      lead.names.test(v.names.slice(0, 200)) &&
      !isBox(v),
  ],
  ['related article', (v, p) => !isContent(v, p) && related.names.test(v.names) && v.index > p.firstTitle],
  ['recommendation', (v, p) => !isContent(v, p) && others.names.test(v.names) && v.index > p.firstTitle],
  [
    'heading',
    (v, p) =>
      /^(?:[a-z]{1,6}<){0,2}h[2-6]/.test(v.tags) &&
      inBody(v, p) &&
      v.index > p.firstTitle &&
      (isContent(v, p) || p.share[v.index]! > 0.4) &&
      v.words < 25,
  ],
  ['paragraph', (v, p) => isContent(v, p)],
  [
    'contact',
    v =>
      v.words < 8 &&
      ((v.kind === 'text' && contact.text.test(v.plain)) || /^(?:mailto:[^?]+@|tel:)/.test(v.href)),
  ],
];

function fillGaps(views: readonly LeafView[], labels: LeafLabel[]): void {
  for (let i = 1; i + 1 < views.length; i++) {
    const inline = labels[i] === 'none' && views[i]!.kind === 'text' && views[i]!.words <= 6;
    if (inline && labels[i - 1] === 'paragraph' && labels[i + 1] === 'paragraph') labels[i] = 'paragraph';
  }
}

export function firstLabels(views: readonly LeafView[], page: AlignedPage): LeafLabel[] {
  const labels = views.map(view => FIRST_PASS.find(([, matches]) => matches(view, page))?.[0] ?? 'none');
  fillGaps(views, labels);
  return labels;
}

interface AlignedPage {
  readonly share: Float32Array;
  readonly from: number;
  readonly to: number;
  readonly title: ReadonlySet<number>;
  readonly firstTitle: number;
  readonly authors: readonly string[];
}

interface ArticleFields {
  readonly title?: string | undefined;
  readonly author?: Gold['author'] | undefined;
  readonly content: string;
}

export function alignPage(views: readonly LeafView[], article: ArticleFields): AlignedPage {
  const texts = views.map(view => (view.kind === 'text' ? wordsOf(view.text) : []));
  const { page } = align(texts.flat(), wordsOf(article.content));
  const share = new Float32Array(views.length);
  let at = 0;
  texts.forEach((words, i) => {
    let found = 0;
    for (let w = 0; w < words.length; w++) found += page[at++]!;
    share[i] = words.length > 0 ? found / words.length : 0;
  });
  const prose = views.filter(view => share[view.index]! >= 0.8 && view.words >= 8).map(view => view.index);
  const from = prose[0] ?? views.length;
  const to = prose.at(-1) ?? -1;
  const title = titleLeaves(views, article.title ?? '', from);
  const { author = [] } = article;
  const people = (typeof author === 'string' ? author.split(/[,;|&]| and | und | et /) : [...author])
    .map(name => name.trim().toLowerCase())
    .filter(name => name.length > 3 && name.length < 60);
  const firstTitle = title.size > 0 ? Math.min(...title) : from;
  return { share, from, to, title, firstTitle, authors: people };
}

/** The leaf most similar to the title, with adjacent parts of its heading; otherwise the last h1 before the text. */
function titleLeaves(views: readonly LeafView[], title: string, from: number): Set<number> {
  const titleWords = wordsOf(title);
  const goal = new Set(titleWords);
  const similarity = (view: LeafView) => {
    const words = wordsOf(view.text);
    const common = words.filter(word => goal.has(word)).length;
    return words.length === 0 ? 0 : (2 * common) / (words.length + titleWords.length);
  };
  const score = (view: LeafView) =>
    view.kind !== 'text' || view.tags.includes('nav')
      ? 0
      : similarity(view) +
        (/(^|<)h1/.test(view.tags) ? 0.3 : /(^|<)h2/.test(view.tags) ? 0.1 : 0) +
        (view.index <= from ? 0.05 : 0);
  let best: LeafView | undefined;
  for (const view of views) if (score(view) > 0.6 && (!best || score(view) > score(best))) best = view;
  best ??= views
    .filter(view => view.index < from && /(^|<)h1/.test(view.tags) && view.kind === 'text')
    .at(-1);
  if (!best) return new Set();
  const leaves = new Set([best.index]);
  for (const step of [-1, 1]) {
    for (
      let i = best.index + step;
      views[i]?.tags === best.tags && views[i]!.kind === 'text' && Math.abs(i - best.index) < 4;
      i += step
    ) {
      if (/(^|<)h[12]/.test(views[i]!.tags) && similarity(views[i]!) > 0.05) leaves.add(i);
      else break;
    }
  }
  return leaves;
}
