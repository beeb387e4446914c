import type { Page } from '@webpith/lab';
import { type Random, seededRandom } from '@webpith/learn';

/** Pages of one made-up news site; every second site is unstyled. */
export function generatedPages(site: number, count: number): Page[] {
  const template = drawTemplate(seededRandom(1000 + site), site % 2 === 0);
  return Array.from({ length: count }, (_, i) => generatedPage(site, i, template));
}

function generatedPage(site: number, index: number, template: Template): Page {
  const random = seededRandom(7919 * (site + 1) + index);
  const title = madeUpPhrase(random, 4, 12);
  const paragraphs = Array.from({ length: 3 + Math.floor(random.next() * 15) }, () =>
    madeUpParagraph(random),
  );
  const html = documentOf(template, title, paragraphs, random);
  const url = `http://site-${site}.example/story-${index}`;
  return madeUpPage({ id: `generated-${site}-${index}`, url, title, paragraphs, html });
}

interface MadeUpPage extends Pick<Page, 'id' | 'url' | 'title'> {
  readonly paragraphs: readonly string[];
  readonly html: string;
}

function madeUpPage({ paragraphs, html, ...page }: MadeUpPage): Page {
  return {
    ...page,
    text: paragraphs.join('\n'),
    comments: [...html.matchAll(/<b>[^<]*<\/b><p>([^<]*)/g)].map(([, comment]) => comment!),
    html: new TextEncoder().encode(html),
  };
}

function documentOf(
  template: Template,
  title: string,
  paragraphs: readonly string[],
  random: Random,
): string {
  const { pageWidth, sidebar, isStyled } = template;
  const side = sidebar === 'none' ? '' : `<div class="side">${links(random, 12)}</div>`;
  return `<!doctype html><html><head><title>${title} - ${madeUpPhrase(random, 2, 2)}</title>${isStyled ? `<style>${styles(template)}</style>` : ''}</head>
<body><div class="page"${isStyled ? ` style="width:${pageWidth}px"` : ''}><div class="logo">${madeUpPhrase(random, 1, 2)}</div>
<ul class="menu">${items(random, template.menuLinks)}</ul>
${template.hasBreakingNews ? `<div class="bar">${madeUpPhrase(random, 6, 10)}</div>` : ''}
${side}<div class="main">${article(template, title, paragraphs, random)}</div>
<div class="foot">${links(random, 8)}</div></div></body></html>`;
}

function article(template: Template, title: string, paragraphs: readonly string[], random: Random): string {
  const category = madeUpPhrase(random, 1, 1);
  const { titleTag, wrappers } = template;
  const body =
    template.paragraphs === 'p'
      ? paragraphs.map(text => `<p>${text}</p>`).join('\n')
      : paragraphs.join('<br><br>\n');
  return [
    template.hasCategory ? `<div class="crumbs"><a href="/c">${category}</a></div><h3>${category}</h3>` : '',
    `<${titleTag} class="title">${title}</${titleTag}>`,
    template.hasSubtitle ? `<h4>${madeUpPhrase(random, 8, 14)}</h4>` : '',
    `<div class="by">${madeUpPhrase(random, 2, 3)}</div>`,
    template.hasHighlights ? `<ul class="points">${points(random)}</ul>` : '',
    `${'<div>'.repeat(wrappers)}<div class="body">${body}</div>${'</div>'.repeat(wrappers)}`,
    `<div class="related">${links(random, 6)}</div>`,
    template.hasComments ? `<div class="comments">${comments(random)}</div>` : '',
  ].join('\n');
}

const many = (count: number, make: () => string) => Array.from({ length: count }, make).join('');
const items = (random: Random, count: number) =>
  many(count, () => `<li><a href="/m">${madeUpPhrase(random, 1, 2)}</a></li>`);
const links = (random: Random, count: number) =>
  many(count, () => `<div><a href="/l">${madeUpPhrase(random, 3, 9)}</a></div>`);
const points = (random: Random) => many(4, () => `<li>${madeUpPhrase(random, 5, 12)}</li>`);
const comments = (random: Random) =>
  many(
    1 + Math.floor(random.next() * 20),
    () => `<div><b>${madeUpPhrase(random, 1, 2)}</b><p>${madeUpParagraph(random)}</p></div>`,
  );

function styles({ titleSize, sidebar, isMenuColumn }: Template): string {
  const other = sidebar === 'left' ? 'right' : 'left';
  return `body{margin:0;font:16px/1.4 serif}.page{margin:0 auto}.menu{list-style:none;padding:0}
.menu li{display:${isMenuColumn ? 'block' : 'inline-block'};margin:2px 8px}.title{font-size:${titleSize}px;margin:12px 0}
.logo{font-size:30px}.bar{background:#c00;color:#fff}.foot{clear:both}
${sidebar === 'none' ? '' : `.side{float:${sidebar};width:28%}.main{float:${other};width:68%}`}`;
}

interface Template {
  readonly titleTag: 'h1' | 'h2' | 'div';
  readonly titleSize: number;
  readonly paragraphs: 'p' | 'br';
  readonly sidebar: 'left' | 'right' | 'none';
  readonly menuLinks: number;
  readonly isMenuColumn: boolean;
  readonly pageWidth: number;
  /** Unstyled pages are drawn like corpus pages whose style sheets are missing. */
  readonly isStyled: boolean;
  /** Kinds of noise around title and body that the paper lists. */
  readonly hasBreakingNews: boolean;
  readonly hasCategory: boolean;
  readonly hasSubtitle: boolean;
  readonly hasHighlights: boolean;
  readonly hasComments: boolean;
  readonly wrappers: number;
}

function drawTemplate(random: Random, isStyled: boolean): Template {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random.next() * values.length)]!;
  const coin = () => random.next() < 0.5;
  return {
    isStyled,
    titleTag: pick(['h1', 'h2', 'div'] as const),
    titleSize: 22 + Math.floor(random.next() * 20),
    paragraphs: random.next() < 0.8 ? 'p' : 'br',
    sidebar: pick(['left', 'right', 'none'] as const),
    menuLinks: 5 + Math.floor(random.next() * 20),
    isMenuColumn: coin(),
    pageWidth: 900 + Math.floor(random.next() * 380),
    hasBreakingNews: coin(),
    hasCategory: coin(),
    hasSubtitle: coin(),
    hasHighlights: coin(),
    hasComments: coin(),
    wrappers: Math.floor(random.next() * 4),
  };
}

const SYLLABLES = 'ba ce di fo gu la me ni po ru sa te vi zo kal mer tin dor lus pan ver sol'.split(' ');

function madeUpWord(random: Random): string {
  const count = 1 + Math.floor(random.next() * 4);
  return Array.from({ length: count }, () => SYLLABLES[Math.floor(random.next() * SYLLABLES.length)]).join(
    '',
  );
}

function madeUpPhrase(random: Random, least: number, most: number): string {
  const count = least + Math.floor(random.next() * (most - least + 1));
  const text = Array.from({ length: count }, () => madeUpWord(random)).join(' ');
  return text[0]!.toUpperCase() + text.slice(1);
}

function madeUpParagraph(random: Random): string {
  const count = 2 + Math.floor(random.next() * 4);
  return Array.from({ length: count }, () => `${madeUpPhrase(random, 6, 18)}.`).join(' ');
}

/** Sites whose pages the shipped wrapper learns besides those of the corpus; all others are unseen. */
export const LEARNED_SITES = 20;
export const TESTED_SITES = 20;
const PAGES_PER_SITE = 3;

export function pagesOfSites(first: number, count: number): Page[] {
  return Array.from({ length: count }, (_, i) =>
    [true, false].flatMap(hasStyles => styledPages(first + i, PAGES_PER_SITE, hasStyles)),
  ).flat();
}

/**
 * Pages of a made-up news site in layouts of today: columns by float, flex or grid, of any width and on any side, with
 * advertisements and teasers beside the story and comments below it. Without styles, they are like pages that were
 * saved without their style sheets.
 */
function styledPages(site: number, count: number, hasStyles: boolean): Page[] {
  const layout = drawLayout(seededRandom(5000 + site));
  return Array.from({ length: count }, (_, i) => styledPage(site, i, layout, hasStyles));
}

const COLUMNS = ['float', 'flex', 'grid', 'none'] as const;

interface SiteLayout {
  readonly columns: (typeof COLUMNS)[number];
  readonly pageWidth: number;
  readonly storyWidth: number;
  readonly isCentred: boolean;
  readonly isStoryFirst: boolean;
  readonly titleInStory: boolean;
  readonly titleSize: number;
  readonly menu: 'bar' | 'column';
  readonly storyTag: 'div' | 'article' | 'section';
  readonly wrappers: number;
  readonly hasLead: boolean;
}

function drawLayout(random: Random): SiteLayout {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random.next() * values.length)]!;
  const coin = () => random.next() < 0.5;
  return {
    columns: pick(COLUMNS),
    pageWidth: 820 + Math.floor(random.next() * 440),
    storyWidth: 0.4 + 0.35 * random.next(),
    isCentred: coin(),
    isStoryFirst: coin(),
    titleInStory: coin(),
    titleSize: 22 + Math.floor(random.next() * 24),
    menu: pick(['bar', 'column'] as const),
    storyTag: pick(['div', 'article', 'section'] as const),
    wrappers: Math.floor(random.next() * 3),
    hasLead: coin(),
  };
}

function styledPage(site: number, index: number, layout: SiteLayout, hasStyles: boolean): Page {
  const random = seededRandom(104_729 * (site + 1) + index);
  const title = madeUpPhrase(random, 4, 10);
  const paragraphs = Array.from({ length: 3 + Math.floor(random.next() * 12) }, () =>
    madeUpParagraph(random),
  );
  const parts = {
    title,
    paragraphs,
    beside: lines(1 + Math.floor(random.next() * 3), () => advertisement(random)) + teasers(random),
    comments: random.next() < 0.6 ? readerComments(random) : '',
  };
  return madeUpPage({
    id: `styled-${site}-${index}-${hasStyles ? 'with' : 'without'}`,
    url: `http://styled-${site}.example/story-${index}`,
    title,
    paragraphs,
    html: styledDocument(layout, parts, hasStyles, random),
  });
}

interface PageParts {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly beside: string;
  readonly comments: string;
}

function styledDocument(layout: SiteLayout, parts: PageParts, hasStyles: boolean, random: Random): string {
  const { storyTag: tag, wrappers, titleInStory, isStoryFirst, hasLead } = layout;
  const heading = `<h1>${parts.title}</h1>${hasLead ? `<p class="lead">${madeUpPhrase(random, 8, 14)}</p>` : ''}<p class="by">${madeUpPhrase(random, 2, 3)}</p>`;
  const body = parts.paragraphs.map(text => `<p>${text}</p>`).join('\n');
  const story = `<div class="story">${titleInStory ? heading : ''}${'<div>'.repeat(wrappers)}<${tag} class="text">${body}</${tag}>${'</div>'.repeat(wrappers)}
<p class="share"><a href="/s">${madeUpPhrase(random, 1, 3)}</a></p>${parts.comments}</div>`;
  const beside = `<div class="beside">${parts.beside}</div>`;
  const columns = isStoryFirst ? story + beside : beside + story;
  return `<!doctype html><html><head><title>${parts.title} - ${madeUpPhrase(random, 2, 2)}</title>${hasStyles ? `<style>${sheetOf(layout)}</style>` : ''}</head>
<body><div class="page"><div class="top"><a href="/">${madeUpPhrase(random, 1, 2)}</a><ul class="menu">${lines(6 + Math.floor(random.next() * 10), () => `<li><a href="/m">${madeUpPhrase(random, 1, 2)}</a></li>`)}</ul></div>
${titleInStory ? '' : heading}<div class="columns">${columns}</div>
<div class="foot">${lines(6, () => `<a href="/f">${madeUpPhrase(random, 1, 3)}</a> `)}</div></div></body></html>`;
}

const lines = (count: number, make: () => string) => Array.from({ length: count }, make).join('\n');

function advertisement(random: Random): string {
  return `<div class="ad"><h3>${madeUpPhrase(random, 2, 4)}</h3><p>${madeUpParagraph(random)}</p></div>`;
}

function teasers(random: Random): string {
  return `<ul class="teasers">${lines(4 + Math.floor(random.next() * 6), () => `<li><a href="/t">${madeUpPhrase(random, 4, 9)}</a></li>`)}</ul>`;
}

function readerComments(random: Random): string {
  const all = lines(
    2 + Math.floor(random.next() * 8),
    () => `<div class="comment"><b>${madeUpPhrase(random, 1, 2)}</b><p>${madeUpParagraph(random)}</p></div>`,
  );
  return `<div class="comments"><h3>${madeUpPhrase(random, 1, 2)}</h3>${all}</div>`;
}

function sheetOf({
  columns,
  pageWidth,
  storyWidth,
  isCentred,
  isStoryFirst,
  titleSize,
  menu,
}: SiteLayout): string {
  const story = Math.round(pageWidth * storyWidth);
  const beside = pageWidth - story - 24;
  const [first, second] = isStoryFirst ? [story, beside] : [beside, story];
  const [side, otherSide] = isStoryFirst ? ['left', 'right'] : ['right', 'left'];
  const column = {
    float: `.story{float:${side};width:${story}px}.beside{float:${otherSide};width:${beside}px}`,
    flex: `.columns{display:flex;gap:24px}.story{flex:0 0 ${story}px}.beside{flex:0 0 ${beside}px}`,
    grid: `.columns{display:grid;grid-template-columns:${first}px ${second}px;gap:24px}`,
    none: `.story{width:${story}px;margin:0 auto}.beside{width:${story}px;margin:0 auto}`,
  }[columns];
  return `body{margin:0;font:16px/1.45 sans-serif}.page{width:${pageWidth}px${isCentred ? ';margin:0 auto' : ''}}
.menu{list-style:none;padding:0;margin:8px 0}.menu li{display:${menu === 'bar' ? 'inline-block' : 'block'};margin:0 8px}
h1{font-size:${titleSize}px;margin:12px 0}.lead{font-size:19px}.by,.share,.ad{font-size:13px}.teasers{font-size:14px}
.foot{clear:both;padding:16px 0}.ad{background:#eee;padding:8px;margin:0 0 12px}${column}`;
}
