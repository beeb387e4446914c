import { posix } from 'node:path';
import type { SitePage } from './document.js';
import type { MenuGroup } from './layout.js';

type Group = readonly [title: string, isIn: (page: SitePage) => boolean];

const named =
  (pattern: RegExp) =>
  ({ file }: SitePage) =>
    pattern.test(file);
const isGuide = named(/^docs\/guides\//);

/** Groups before and after those of the guides. */
const BEFORE: readonly Group[] = [['Start', named(/^(?:README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$/)]];
const BEHIND: readonly Group[] = [
  ['Reference', named(/^docs\/reference\//)],
  ['From the source', named(/^docs\/api\/README\.md$/)],
  ['Results', named(/^docs\/results\//)],
  ['Methods', named(/^packages\/lab\/src\/methods\/[^/]+\/README\.md$/)],
  ['Examples', named(/^examples\/[^/]+\/README\.md$/)],
];

/** The menu. Guides are grouped and ordered as in docs/README.md. */
export function menuOf(pages: readonly SitePage[]): MenuGroup[] {
  const index = pages.find(({ file }) => file === 'docs/README.md');
  const order = new Map((index?.links ?? []).map(({ file }, i) => [file, i]));
  const place = ({ file }: SitePage) => order.get(file) ?? order.size;
  return [...BEFORE, ...guideGroups(index), ...BEHIND]
    .map(([title, isIn]) => ({
      title,
      entries: pages
        .filter(isIn)
        .sort((one, other) => place(one) - place(other))
        .map(page => ({
          title: page.file === 'README.md' ? 'Overview' : page.title,
          address: page.address,
        })),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The sections of docs/README.md with the guides they link to. */
function guideGroups(index: SitePage | undefined): Group[] {
  if (index === undefined) return [];
  return index.html
    .split('<h2')
    .slice(1)
    .map(section => {
      const title = />([^<]+)</.exec(section)?.[1] ?? '';
      const hrefs = [...section.matchAll(/href="([^"#]+)"/g)].map(match => match[1]!);
      const addresses = new Set(hrefs.map(href => posix.join(posix.dirname(index.address), href)));
      return [title, (page: SitePage) => isGuide(page) && addresses.has(page.address)];
    });
}
