import { isVisibleText } from '@webpith/lab/internals';
import { numberOption, type OptionsOf, switchOption } from '@webpith/learn';
import { ATTR, type PageTree, TAG } from 'webpith/stages';
import { subtreeSums } from '../tree.js';
import { countWords, visibleLengths, writeKept } from '../write-text.js';
import { type BaselineDefinition, namesOption } from './baseline.js';

/** Long-established ad servers: Crunch's own list is not published. Subdomains match too. */
const AD_SERVERS: readonly string[] = (
  '2mdn.net 33across.com adform.net adnxs.com adroll.com ads.yahoo.com adservice.google.com ' +
  'adsrvr.org advertising.com amazon-adsystem.com atdmt.com casalemedia.com criteo.com criteo.net ' +
  'doubleclick.com doubleclick.net fastclick.net googleadservices.com googlesyndication.com mgid.com ' +
  'openx.net outbrain.com pubmatic.com revcontent.com rubiconproject.com sharethrough.com ' +
  'smartadserver.com taboola.com teads.tv tribalfusion.com yieldmo.com zedo.com'
).split(' ');

const OPTIONS = {
  ignoreAds: switchOption(true, 'remove elements that point to an ad server'),
  adServers: namesOption(AD_SERVERS, 'hosts of ad servers'),
  ignoreLinkCells: switchOption(true, 'remove cells that are link lists'),
  cells: namesOption(['td'], 'tags of cells'),
  threshold: numberOption(0.25, { from: 0 }, 'links per unlinked word above which a cell is a link list'),
  ignoreTextLinks: switchOption(false, 'remove every link with text'),
  addLinksToBottom: switchOption(false, 'append the text of individually removed links'),
  ignoreEmptyTables: switchOption(true, 'remove empty tables'),
  emptyTable: numberOption(3, { from: 0, whole: true }, 'minimum characters of a table that is not empty'),
};

type CrunchOptions = OptionsOf<typeof OPTIONS>;

/**
 * Crunch, paper 003, section 3.1 and algorithm 3.1: a walk from the root that removes advertisements, cells that are
 * link lists, nearly empty tables and, optionally, every link. The first set of filters (styles, images, scripts)
 * removes no visible text. The paper gives no threshold for link lists (here more than one link per four unlinked
 * words) or empty tables (here fewer than three characters). Links in running text are kept by default, as the recall
 * of 0.964 in table 6.17 suggests. The algorithm's only cell is `td`, which is rare today; `cells` adds others.
 */
export const crunch: BaselineDefinition<typeof OPTIONS> = {
  name: 'crunch',
  title: 'Crunch',
  describe: 'All text but advertisements, table cells that are link lists, and empty tables.',
  options: OPTIONS,
  text(tree, options) {
    const { keep, links } = filter(tree, options);
    const text = writeKept(tree, keep);
    if (!options.addLinksToBottom || links.length === 0) return text;
    return [text, ...links.map(link => linkText(tree, link))].filter(part => part !== '').join('\n');
  },
};

function filter(tree: PageTree, options: CrunchOptions): { keep: Uint8Array; links: number[] } {
  const counts = linkCounts(tree);
  const cells = new Set(options.cells);
  const hosts = new Set(options.adServers);
  const keep = new Uint8Array(tree.count).fill(1);
  const links: number[] = [];
  const isAd = (node: number) => options.ignoreAds && isAdvertisement(tree, node, hosts);
  const isLinkCell = (node: number) =>
    options.ignoreLinkCells &&
    cells.has(tree.tagName(node)) &&
    counts.links[node]! > options.threshold * counts.words[node]!;
  const isEmptyTable = (node: number) =>
    options.ignoreEmptyTables &&
    tree.tag[node] === TAG.table &&
    counts.characters[node]! < options.emptyTable;
  for (let node = 1; node < tree.count; ) {
    const isLink = options.ignoreTextLinks && isTextLink(tree, node) && counts.characters[node]! > 0;
    if (isLink) links.push(node);
    if (isLink || isAd(node) || isLinkCell(node) || isEmptyTable(node)) {
      keep.fill(0, node, tree.end[node]);
      node = tree.end[node]!;
    } else node++;
  }
  return { keep, links };
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

function isAdvertisement(tree: PageTree, node: number, hosts: ReadonlySet<string>): boolean {
  if (tree.tag[node]! <= TAG['#comment']) return false;
  for (const name of [ATTR.href, ATTR.src]) {
    const index = tree.attributeIndex(node, name);
    if (index >= 0 && pointsTo(tree.attributeValue(index), hosts)) return true;
  }
  return false;
}

function linkText(tree: PageTree, link: number): string {
  let text = '';
  for (let node = link; node < tree.end[link]!; node++)
    if (isVisibleText(tree, node)) text += tree.text(node);
  return text.replace(/\s+/g, ' ').trim();
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
