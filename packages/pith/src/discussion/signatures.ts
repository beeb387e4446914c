import { type AuthorMark, authorLinkAt } from '../groups/authors.js';
import type { DateMark } from '../groups/dates.js';
import type { Groups } from '../groups/from-page.js';
import type { Group } from '../groups/group.js';
import { type MarkReading, type Marks, templateMarks } from '../groups/marks.js';
import { given } from '../metadata/metadata.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { FoundPost } from './post.js';

export interface Signatures {
  readonly authors: readonly (AuthorMark | undefined)[];
  readonly dates: readonly (DateMark | undefined)[];
}

/** The author and date marks of each post; marks inside `bodies`, the text elements (or -1), are skipped. */
export function signatures(
  groups: Groups,
  group: Group,
  marks: Marks,
  bodies: Int32Array | undefined,
): Signatures {
  const { tree } = groups.page;
  const inBody = (entry: number, node: number) => {
    const body = bodies?.[entry] ?? -1;
    return body >= 0 && tree.contains(body, node);
  };
  const dates = inOrBefore(group, inBody, (entries, skip) =>
    templateMarks(tree, entries, marks.dates, dateReading(groups), skip),
  );
  const isDate = new Set(dates.map(mark => mark?.node ?? -1));
  const authors = inOrBefore(group, inBody, (entries, skip) => {
    const names = withCandidates(groups, entries, marks.authors).filter(mark => !isDate.has(mark.node));
    return templateMarks(tree, entries, names, authorReading(groups), skip);
  });
  return { authors, dates };
}

type Skip = (entry: number, node: number) => boolean;

/** Marks inside the posts, or before them if fewer than half of the posts have one inside and more have one before. */
function inOrBefore<M>(
  group: Group,
  inBody: Skip,
  find: (entries: Group, skip: Skip) => (M | undefined)[],
): (M | undefined)[] {
  const inside = find(group, inBody);
  if (counted(inside) * 2 >= inside.length) return inside;
  const heads = headLines(group);
  const before = heads === undefined ? [] : find(heads, () => false);
  return counted(before) > counted(inside) ? before : inside;
}

function counted(marks: readonly unknown[]): number {
  return marks.filter(mark => mark !== undefined).length;
}

/** Maximum nodes of the line before a post. Set by hand. */
const MAX_HEAD = 80;

/** The ranges before the posts, up to twice the median gap; undefined for nested posts. */
function headLines({ starts, ends, outer, isSpread }: Group): Group | undefined {
  if (outer.some(around => around >= 0) || starts.length < 2) return undefined;
  const gaps = starts.map((start, i) => (i === 0 ? MAX_HEAD : start - ends[i - 1]!));
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1]!;
  const heads = starts.map((start, i) =>
    Math.max(i === 0 ? 0 : ends[i - 1]!, start - Math.min(MAX_HEAD, usual * 2)),
  );
  return { starts: heads, ends: starts, outer, isSpread };
}

function withCandidates(groups: Groups, group: Group, authors: readonly AuthorMark[]): AuthorMark[] {
  const known = new Set(authors.map(mark => mark.node));
  const more: AuthorMark[] = [];
  let reached = 0;
  group.starts.forEach((start, i) => {
    const from = Math.max(start, reached);
    reached = Math.max(reached, group.ends[i]!);
    for (const mark of groups.authors.candidates(from, group.ends[i]!))
      if (!known.has(mark.node)) more.push(mark);
  });
  return [...authors, ...more].sort((a, b) => a.node - b.node);
}

/** Names vary and recur, and each links to one page; buttons and ranks repeat the same text. */
function authorReading(groups: Groups): MarkReading<AuthorMark> {
  const { tree } = groups.page;
  return {
    value: mark => groups.authors.nameOf(mark),
    plausibility(values, marks) {
      const distinct = new Set(values).size;
      const links = new Map<string, string>();
      let linked = 0;
      let torn = 0;
      marks.forEach((mark, i) => {
        const link = linkOf(tree, mark.node);
        if (link === undefined) return;
        linked++;
        const before = links.get(values[i]!);
        if (before !== undefined && before !== link) torn++;
        links.set(values[i]!, link);
      });
      const isSure = marks[0]!.strength >= 1;
      // Two posts may share an author; the same text in all posts is usually a button.
      const variety =
        distinct > 1 ? 0.6 + 0.4 * Math.min(1, (2 * distinct) / values.length) : isSure ? 0.5 : 0.05;
      const steadiness = linked === 0 ? 0.6 : 1 - (0.7 * torn) / linked;
      const target = new Set(links.values()).size < Math.min(2, distinct) && linked > 1 ? 0.3 : 1;
      const mentioned = values.filter(value => value.startsWith('@')).length / values.length;
      return variety * steadiness * target * (mentioned > 0.1 && mentioned < 1 ? 0.3 : 1);
    },
  };
}

function linkOf(tree: PageTree, node: number): string | undefined {
  const around =
    tree.tag[node] === TAG.a ? node : tree.tag[node + 1] === TAG.a ? node + 1 : tree.parent[node]!;
  return tree.tag[around] === TAG.a ? tree.attribute(around, ATTR.href) : undefined;
}

/** Dates of posts ascend or descend; join dates of members do not. */
function dateReading(groups: Groups): MarkReading<DateMark> {
  return {
    value: mark => groups.dates.dateOf(mark),
    plausibility(values) {
      const read = values.filter(value => /^\d{4}-/.test(value)).length / values.length;
      const readable = 0.5 + 0.5 * read;
      if (values.length < 3) return readable;
      let up = 0;
      let down = 0;
      for (let i = 1; i < values.length; i++) {
        if (values[i]! >= values[i - 1]!) up++;
        if (values[i]! <= values[i - 1]!) down++;
      }
      return readable * (0.4 + (0.6 * Math.max(up, down)) / (values.length - 1));
    },
  };
}

const STRUCTURED = 4;

export function signatureOf(
  groups: Groups,
  author: AuthorMark | undefined,
  date: DateMark | undefined,
): Pick<FoundPost, 'author' | 'authorUrl' | 'published' | 'sources'> {
  const { tree } = groups.page;
  const name = author === undefined ? undefined : groups.authors.nameOf(author);
  const link = author === undefined ? undefined : authorLinkAt(tree, author.node, groups.page.hints.url);
  const published = date === undefined ? undefined : groups.dates.dateOf(date);
  const sources: Record<string, string> = {};
  if (name !== undefined && author!.strength >= STRUCTURED) sources.author = 'microdata';
  if (published !== undefined && date!.strength >= STRUCTURED) sources.published = 'microdata';
  return given<ReturnType<typeof signatureOf>>({
    author: name,
    authorUrl: link,
    published,
    sources: Object.keys(sources).length === 0 ? undefined : sources,
  });
}
