import { relativeAddress } from './address.js';
import type { SitePage } from './document.js';

export interface MenuGroup {
  readonly title: string;
  readonly entries: readonly { readonly title: string; readonly address: string }[];
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => SIGNS[sign]!);

/** A page without menu: the front page or the playground. */
export interface WidePage {
  readonly address: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
}

interface Frame extends Pick<WidePage, 'address' | 'title' | 'styles' | 'scripts'> {
  readonly description?: string;
  readonly body: string;
}

/** The HTML of a page with menu, contents and search. */
export function layOut(page: SitePage, menu: readonly MenuGroup[]): string {
  const to = (address: string) => escaped(relativeAddress(page.address, address));
  const title = page.file === 'README.md' ? 'Overview' : page.title;
  const body = `<div class="sides">
<nav aria-label="Documents"><details open><summary>Documents</summary>
${menu.map(group => menuGroup(group, page, to)).join('\n')}
</details></nav>
<main id="text">
${page.html}</main>
${contents(page)}
</div>`;
  return framed({ address: page.address, title: `${title} · Pith`, body });
}

export function layOutWide(page: WidePage): string {
  return framed(page);
}

/** Head and header, which all pages share. */
function framed({ address, title, description, body, styles = [], scripts = [] }: Frame): string {
  const to = (target: string) => escaped(relativeAddress(address, target));
  const root = '../'.repeat(address.split('/').length - 1) || './';
  const current = (target: string) => (target === address ? ' aria-current="page"' : '');
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
${description === undefined ? '' : `<meta name="description" content="${escaped(description)}">\n`}<link rel="icon" href="${to('icon.svg')}" type="image/svg+xml">
${['site.css', ...styles].map(style => `<link rel="stylesheet" href="${to(style)}">`).join('\n')}
${['search.js', ...scripts].map(script => `<script defer src="${to(script)}"></script>`).join('\n')}
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="name" href="${to('index.html')}"><img src="${to('icon.svg')}" width="22" height="22" alt=""> Pith</a>
<div class="links"><a class="top-link" href="${to('docs/index.html')}"${current('docs/index.html')}>Documentation</a> <a class="top-link" href="${to('playground.html')}"${current('playground.html')}>Playground</a> <a class="top-link" href="https://github.com/webpith/webpith">Source</a></div>
<search><label for="query">Search</label><input id="query" type="search" autocomplete="off" placeholder="Search ( / )" aria-controls="found"><ul id="found" hidden></ul></search>
</header>
${body}
</body>
</html>
`;
}

function menuGroup({ title, entries }: MenuGroup, page: SitePage, to: (address: string) => string): string {
  const items = entries.map(entry => {
    const here = entry.address === page.address ? ' aria-current="page"' : '';
    return `<li><a href="${to(entry.address)}"${here}>${escaped(entry.title)}</a></li>`;
  });
  return `<h2>${escaped(title)}</h2>\n<ul>${items.join('')}</ul>`;
}

/** Table of contents; empty for pages with fewer than three headings. */
function contents({ headings }: SitePage): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 3) return '';
  const items = shown.map(
    ({ level, text, name }) =>
      `<li class="level-${level}"><a href="#${escaped(name)}">${escaped(text)}</a></li>`,
  );
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></aside>`;
}
