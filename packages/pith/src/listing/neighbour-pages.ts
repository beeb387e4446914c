import { classOf, isNamedNear, nameMask } from '../features/name-groups.js';
import type { Page } from '../features/page.js';
import { hostOf, webAddress } from '../metadata/addresses.js';
import { nodeText } from '../metadata/node-text.js';
import { ATTR, TAG } from '../tree/names.js';
import { type PageTree, UNSEEN } from '../tree/tree.js';

export interface NeighbourPages {
  readonly next?: string;
  readonly previous?: string;
}

type Direction = keyof NeighbourPages;

const RELATIONS: Readonly<Record<string, Direction>> = {
  next: 'next',
  prev: 'previous',
  previous: 'previous',
};
const NEXT =
  /^(?:next|next page|older|load more|nächste|nächste seite|weiter|vor|suivante?|page suivante|siguiente|próxima?|successiva|avanti|volgende|następna|следующая|далее|вперед|下一页|下一頁|次へ|次のページ|다음)?\s?[>›»→⟩]{0,2}$/iu;
const PREVIOUS =
  /^[<‹«←⟨]{0,2}\s?(?:prev|previous|previous page|newer|zurück|vorherige|vorherige seite|précédente?|page précédente|anterior|precedente|indietro|vorige|poprzednia|предыдущая|назад|上一页|上一頁|前へ|이전)?$/iu;
const PAGINATION = nameMask('pagination');
const MAX_LINKS = 5_000;
/** Number of elements checked for names of pagination, from the link upwards. Set by hand. */
const MAX_STEPS = 5;

/** URLs from `rel` attributes and links in pagination. Other hosts and the page itself are skipped. */
export function neighbourPages(page: Page): NeighbourPages {
  const found: { next?: string; previous?: string } = {};
  const { tree } = page;
  for (let node = 1, links = 0; node < tree.count && links < MAX_LINKS; node++) {
    const tag = tree.tag[node]!;
    if (tag !== TAG.a && tag !== TAG.link) continue;
    links++;
    const isDeclared = tree.attributeIndex(node, ATTR.rel) >= 0;
    const direction =
      (isDeclared ? declared(tree, node) : undefined) ?? (tag === TAG.a ? shown(page, node) : undefined);
    if (direction === undefined || found[direction] !== undefined) continue;
    const address = otherPage(tree.attribute(node, ATTR.href) ?? '', page.hints.url);
    if (address !== undefined) found[direction] = address;
  }
  return found;
}

function declared(tree: PageTree, node: number): Direction | undefined {
  const relation = (tree.attribute(node, ATTR.rel) ?? '').slice(0, 100).toLowerCase();
  for (const kind of relation.split(/\s+/)) {
    if (Object.hasOwn(RELATIONS, kind)) return RELATIONS[kind];
  }
  return undefined;
}

function shown(page: Page, link: number): Direction | undefined {
  const { tree } = page;
  if ((tree.flags[link]! & UNSEEN) !== 0 || tree.end[link]! - link > 12) return undefined;
  const text = nodeText(tree, link, 40).trim();
  const names = classOf(tree, link);
  const isNext = text === '' ? /(?:^|[\s_-])next(?=$|[\s_-])/.test(names) : NEXT.test(text);
  const isPrevious = text === '' ? /(?:^|[\s_-])prev(?:ious)?(?=$|[\s_-])/.test(names) : PREVIOUS.test(text);
  if (isNext === isPrevious) return undefined;
  if (!isNamedNear(page.names, tree, link, PAGINATION, MAX_STEPS)) return undefined;
  return isNext ? 'next' : 'previous';
}

function otherPage(href: string, base: string | undefined): string | undefined {
  if (href === '' || href.startsWith('#')) return undefined;
  const address = webAddress(href, base);
  if (address === undefined || base === undefined) return address;
  const bare = (text: string) => text.replace(/#.*$/s, '');
  if (hostOf(address) !== hostOf(base) || bare(address) === bare(base)) return undefined;
  return address;
}
