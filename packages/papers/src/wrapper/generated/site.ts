import type { Page } from '@webpith/lab';
import { type Random, seededRandom } from '@webpith/learn';
import { drawTemplate, type Template } from './template.js';
import { madeUpParagraph, madeUpPhrase } from './words.js';

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
