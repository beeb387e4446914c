import { isVisibleText } from '@webpith/lab/internals';
import { ATTR, type PageTree, TAG } from 'webpith/stages';
import { subtreeSums } from '../tree.js';
import { countWords, visibleLengths, writeKept } from '../write-text.js';

/** Long-established ad servers: Crunch's own list is not published. Subdomains match too. */
const AD_SERVERS: ReadonlySet<string> = new Set(
  (
    '2mdn.net 33across.com adform.net adnxs.com adroll.com ads.yahoo.com adservice.google.com ' +
    'adsrvr.org advertising.com amazon-adsystem.com atdmt.com casalemedia.com criteo.com criteo.net ' +
    'doubleclick.com doubleclick.net fastclick.net googleadservices.com googlesyndication.com mgid.com ' +
    'openx.net outbrain.com pubmatic.com revcontent.com rubiconproject.com sharethrough.com ' +
    'smartadserver.com taboola.com teads.tv tribalfusion.com yieldmo.com zedo.com'
  ).split(' '),
);

/** Links per unlinked word above which a cell is a link list. */
const LINK_LIST = 0.25;
const LEAST_CHARACTERS = 3;

/**
 * Crunch, paper 003, section 3.1 and algorithm 3.1: a walk from the root that removes advertisements, cells that are
 * link lists and nearly empty tables. Its first set of filters (styles, images, scripts) is omitted, since it removes
 * no visible text. The paper gives no threshold for link lists (here more than one link per four unlinked words) or
 * empty tables (here fewer than three characters). Links in running text are kept, as the recall of 0.964 in table 6.17
 * suggests. The only cell of the algorithm is `td`, which is rare today; `cells` may name other tags.
 */
export function crunch(tree: PageTree, cells: readonly string[] = ['td']): string {
  const counts = linkCounts(tree);
  const keep = new Uint8Array(tree.count).fill(1);
  for (let node = 1; node < tree.count; ) {
    const isLinkCell =
      counts.links[node]! > LINK_LIST * counts.words[node]! && cells.includes(tree.tagName(node));
    const isEmptyTable = tree.tag[node] === TAG.table && counts.characters[node]! < LEAST_CHARACTERS;
    if (isLinkCell || isEmptyTable || isAdvertisement(tree, node)) {
      keep.fill(0, node, tree.end[node]);
      node = tree.end[node]!;
    } else node++;
  }
  return writeKept(tree, keep);
}

function linkCounts(tree: PageTree) {
  const links = new Uint8Array(tree.count);
  const words = new Uint32Array(tree.count);
  const inLink = new Uint8Array(tree.count);
  for (let node = 1; node < tree.count; node++) {
    if (isTextLink(tree, node)) links[node] = 1;
    inLink[node] = links[node]! | inLink[tree.parent[node]!]!;
    if (inLink[node] === 0 && isVisibleText(tree, node)) words[node] = countWords(tree.text(node));
  }
  return {
    links: subtreeSums(tree, links),
    words: subtreeSums(tree, words),
    characters: subtreeSums(tree, visibleLengths(tree)),
  };
}

function isTextLink(tree: PageTree, node: number): boolean {
  return tree.tag[node] === TAG.a && tree.attributeIndex(node, ATTR.href) >= 0;
}

function isAdvertisement(tree: PageTree, node: number): boolean {
  if (tree.tag[node]! <= TAG['#comment']) return false;
  for (const name of [ATTR.href, ATTR.src]) {
    const index = tree.attributeIndex(node, name);
    if (index >= 0 && pointsTo(tree.attributeValue(index), AD_SERVERS)) return true;
  }
  return false;
}

export function pointsTo(address: string, hosts: ReadonlySet<string>): boolean {
  const start = address.indexOf('//');
  if (start < 0 || start > 8) return false;
  let stop = start + 2;
  while (stop < address.length && !'/?#:'.includes(address[stop]!)) stop++;
  let host = address.slice(start + 2, stop).toLowerCase();
  for (;;) {
    if (hosts.has(host)) return true;
    const dot = host.indexOf('.');
    if (dot < 0) return false;
    host = host.slice(dot + 1);
  }
}
