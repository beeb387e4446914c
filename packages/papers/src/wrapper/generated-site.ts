import type { Page } from '@webpith/lab';
import { type Random, seededRandom } from '@webpith/learn';

/**
 * Pages of one synthetic news site: a common template with varying words, lengths and noise. Every second site is
 * unstyled.
 */
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
  return {
    id: `generated-${site}-${index}`,
    url: `http://site-${site}.example/story-${index}`,
    title,
    text: paragraphs.join('\n'),
    html: new TextEncoder().encode(documentOf(template, title, paragraphs, random)),
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

export function madeUpPhrase(random: Random, least: number, most: number): string {
  const count = least + Math.floor(random.next() * (most - least + 1));
  const text = Array.from({ length: count }, () => madeUpWord(random)).join(' ');
  return text[0]!.toUpperCase() + text.slice(1);
}

export function madeUpParagraph(random: Random): string {
  const count = 2 + Math.floor(random.next() * 4);
  return Array.from({ length: count }, () => `${madeUpPhrase(random, 6, 18)}.`).join(' ');
}
