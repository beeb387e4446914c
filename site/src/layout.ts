import { relativeAddress } from './address.js';
import type { SitePage } from './document.js';

export interface MenuGroup {
  readonly title: string;
  readonly entries: readonly { readonly title: string; readonly address: string }[];
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => SIGNS[sign]!);

/** The HTML of a page with menu, contents and search. */
export function layOut(page: SitePage, menu: readonly MenuGroup[]): string {
  const to = (address: string) => escaped(relativeAddress(page.address, address));
  const root = '../'.repeat(page.address.split('/').length - 1) || './';
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Pith</title>
<link rel="stylesheet" href="${to('site.css')}">
<script defer src="${to('search.js')}"></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<a class="name" href="${to('index.html')}">Pith</a>
<search><label for="query">Search</label><input id="query" type="search" autocomplete="off" placeholder="Search ( / )" aria-controls="found"><ul id="found" hidden></ul></search>
</header>
<div class="sides">
<nav aria-label="Documents"><details open><summary>Documents</summary>
${menu.map(group => menuGroup(group, page, to)).join('\n')}
</details></nav>
<main id="text">
${page.html}</main>
${contents(page)}
</div>
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
