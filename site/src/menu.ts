import type { SitePage } from './document.js';
import type { MenuGroup } from './layout.js';

/** Groups of the menu: title, and which files belong there. */
const GROUPS: readonly (readonly [title: string, file: RegExp])[] = [
  ['Start', /^(?:README|CHANGELOG|CONTRIBUTING)\.md$/],
  ['Guides', /^docs\/guides\//],
  ['Reference', /^docs\/reference\//],
  ['From the source', /^docs\/api\/README\.md$/],
  ['Results', /^docs\/results\//],
  ['Methods', /^packages\/lab\/src\/methods\/[^/]+\/README\.md$/],
  ['Examples', /^examples\/[^/]+\/README\.md$/],
];

/** The menu: each group in the order in which the index of the documents names its pages. */
export function menuOf(pages: readonly SitePage[]): MenuGroup[] {
  const index = pages.find(({ file }) => file === 'docs/README.md');
  const order = new Map((index?.links ?? []).map(({ file }, i) => [file, i]));
  const place = ({ file }: SitePage) => order.get(file) ?? order.size;
  return GROUPS.map(([title, isIn]) => ({
    title,
    entries: pages
      .filter(({ file }) => isIn.test(file))
      .sort((one, other) => place(one) - place(other))
      .map(page => ({ title: page.file === 'README.md' ? 'What it is' : page.title, address: page.address })),
  })).filter(({ entries }) => entries.length > 0);
}
