import { IN_ANCHOR, TAG } from 'webpith/stages';
import { isCommentName, isPostName, namesOf } from './names.js';
import { COMMENT, containerOf, largestGroup, NOISE, type PageMap, weightOf } from './page-map.js';

export const PAGE_FEATURES = [
  'comment characters, log',
  'comment share',
  'comment parts',
  'comment items, log',
  'dates in comments, log',
  'text before comments',
  'characters, log',
  'linked share',
  'repeated share',
  'repeated members, log',
  'characters a member, log',
  'deviation of members',
  'largest region share',
  'headings in 1,000 characters',
  'linked headings share',
  'post names, log',
  'article elements, log',
  'first headings',
  'times, log',
  'dates, log',
  'paragraph share',
  'longest paragraph, log',
  'unlinked weight share',
] as const;

/** Share of the page's weight in the container that the features describe. */
const CONTAINER_SHARE = 0.7;

export function pageFeatures(map: PageMap): number[] {
  const container = containerOf(map, CONTAINER_SHARE, true);
  const characters = Math.max(1, map.characters[container]!);
  const counts = countNodes(map, container);
  const commented = map.commentNodes.reduce((sum, node) => sum + map.commented[node]!, 0);
  const group = largestGroup(map, container);
  const members = group?.nodes.length ?? 0;
  const mean = members === 0 ? 0 : group!.characters / members;
  const deviation = Math.sqrt(
    (group?.nodes ?? []).reduce((sum, node) => sum + (map.characters[node]! - mean) ** 2, 0) /
      Math.max(1, members),
  );
  return [
    Math.log1p(commented),
    commented / Math.max(1, map.characters[0]!),
    map.commentNodes.length,
    Math.log1p(counts.commentItems),
    Math.log1p(counts.commentDates),
    textBefore(map, map.commentNodes[0]) / Math.max(1, map.characters[0]!),
    Math.log1p(characters),
    map.linked[container]! / characters,
    (group?.characters ?? 0) / characters,
    Math.log1p(members),
    Math.log1p(mean),
    mean === 0 ? 0 : deviation / mean,
    counts.largestRegion / characters,
    (1000 * counts.headings) / characters,
    counts.linkedHeadings / Math.max(1, counts.headings),
    Math.log1p(counts.postNames),
    Math.log1p(counts.articles),
    counts.firstHeadings,
    Math.log1p(counts.times),
    Math.log1p(counts.dates),
    counts.inParagraphs / characters,
    Math.log1p(counts.longestParagraph),
    weightOf(map, container, true) / Math.max(1, weightOf(map, 0, true)),
  ];
}

function countNodes(map: PageMap, container: number) {
  const { sd, part } = map;
  const { tree } = sd;
  const counts = {
    commentItems: 0,
    commentDates: 0,
    largestRegion: 0,
    headings: 0,
    linkedHeadings: 0,
    postNames: 0,
    articles: 0,
    firstHeadings: 0,
    times: 0,
    dates: 0,
    inParagraphs: 0,
    longestParagraph: 0,
  };
  for (const heading of sd.headings) {
    if (part[heading] === NOISE || !tree.contains(container, heading)) continue;
    counts.headings++;
    if (tree.tag[heading] === TAG.h1) counts.firstHeadings++;
    if (map.linked[heading]! > 0 || (tree.flags[heading]! & IN_ANCHOR) !== 0) counts.linkedHeadings++;
  }
  for (let node = container + 1; node < tree.end[container]!; node++) {
    if (part[node] === NOISE || sd.isIgnored[node] === 1) continue;
    const tag = tree.tag[node]!;
    if (tag === TAG['#text']) {
      if (!isDate(map, node)) continue;
      counts.dates++;
      if (part[node] === COMMENT) counts.commentDates++;
      continue;
    }
    if (sd.isStrong[node] === 1) counts.largestRegion = Math.max(counts.largestRegion, sd.density[node]!);
    if (tag === TAG.article) counts.articles++;
    if (tag === TAG.time) counts.times++;
    if (tag === TAG.p) {
      counts.inParagraphs += map.characters[node]!;
      counts.longestParagraph = Math.max(counts.longestParagraph, map.characters[node]!);
    }
    const names = namesOf(tree, node);
    if (names === '') continue;
    if (isPostName(names)) counts.postNames++;
    if (part[node] === COMMENT && /\d/.test(names) && isCommentName(names)) counts.commentItems++;
  }
  return counts;
}

const DATE = /(?:19|20)\d\d|\b\d{1,2}[:.]\d\d\b|\d (?:min|hour|day|week|month|year|Std|Tag)|\bago\b|\d年/;
const MAX_DATE_LENGTH = 40;

function isDate({ sd }: PageMap, text: number): boolean {
  const length = sd.density[text]!;
  return length > 3 && length <= MAX_DATE_LENGTH && DATE.test(sd.tree.text(text));
}

/** Characters before a node, without noise; of the whole page if there is no node. */
function textBefore({ sd, part }: PageMap, node = sd.tree.count): number {
  let sum = 0;
  for (let n = 1; n < node; n++) {
    if (sd.tree.tag[n] === TAG['#text'] && part[n] !== NOISE) sum += sd.density[n]!;
  }
  return sum;
}
