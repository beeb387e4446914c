import type { PageMeasurements } from '../features/measurements/page-measurements.js';
import { given } from '../metadata/metadata.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { Marks } from './anatomy.js';
import { type AuthorMark, authorLinkAt, nameCandidates, nameOf } from './authors.js';
import { type DateMark, dateAt } from './dates.js';
import type { PostRecord } from './post-record.js';
import type { RecordGroup } from './repeated.js';
import { type MarkReading, templateMarks } from './template-marks.js';

export interface Signatures {
  readonly authors: readonly (AuthorMark | undefined)[];
  readonly dates: readonly (DateMark | undefined)[];
}

/** The author and date marks of each post; marks inside `bodies`, the text elements (or -1), are skipped. */
export function signatures(
  page: PageMeasurements,
  group: RecordGroup,
  marks: Marks,
  bodies: Int32Array | undefined,
): Signatures {
  const { tree } = page.blocks;
  const inBody = (record: number, node: number) => {
    const body = bodies?.[record] ?? -1;
    return body >= 0 && tree.contains(body, node);
  };
  const dates = inOrBefore(group, inBody, (records, skip) =>
    templateMarks(page, records, marks.dates, dateReading(page), skip),
  );
  const isDate = new Set(dates.map(mark => mark?.node ?? -1));
  const authors = inOrBefore(group, inBody, (records, skip) => {
    const names = withCandidates(page, records, marks.authors).filter(mark => !isDate.has(mark.node));
    return templateMarks(page, records, names, authorReading(page), skip);
  });
  return { authors, dates };
}

type Skip = (record: number, node: number) => boolean;

/** Marks inside the posts, or before them if fewer than half of the posts have one inside and more have one before. */
function inOrBefore<M>(
  group: RecordGroup,
  inBody: Skip,
  find: (records: RecordGroup, skip: Skip) => (M | undefined)[],
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
function headLines({ starts, ends, outer, isSpread }: RecordGroup): RecordGroup | undefined {
  if (outer.some(around => around >= 0) || starts.length < 2) return undefined;
  const gaps = starts.map((start, i) => (i === 0 ? MAX_HEAD : start - ends[i - 1]!));
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1]!;
  const heads = starts.map((start, i) =>
    Math.max(i === 0 ? 0 : ends[i - 1]!, start - Math.min(MAX_HEAD, usual * 2)),
  );
  return { starts: heads, ends: starts, outer, isSpread };
}

function withCandidates(
  page: PageMeasurements,
  group: RecordGroup,
  authors: readonly AuthorMark[],
): AuthorMark[] {
  const known = new Set(authors.map(mark => mark.node));
  const more: AuthorMark[] = [];
  let reached = 0;
  group.starts.forEach((start, i) => {
    const from = Math.max(start, reached);
    reached = Math.max(reached, group.ends[i]!);
    for (const mark of nameCandidates(page, from, group.ends[i]!)) if (!known.has(mark.node)) more.push(mark);
  });
  return [...authors, ...more].sort((a, b) => a.node - b.node);
}

/**
 * Names vary and recur, and each links to one page; buttons and ranks repeat the same text. The weights were set by
 * hand on `forums` (docs/results/discussions.md), like those for dates.
 */
function authorReading(page: PageMeasurements): MarkReading<AuthorMark> {
  const { tree } = page.blocks;
  return {
    value: mark => nameOf(page, mark),
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
function dateReading(page: PageMeasurements): MarkReading<DateMark> {
  return {
    value: mark => dateAt(page, mark),
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
  page: PageMeasurements,
  author: AuthorMark | undefined,
  date: DateMark | undefined,
): Pick<PostRecord, 'author' | 'authorUrl' | 'published' | 'sources'> {
  const { tree } = page.blocks;
  const name = author === undefined ? undefined : nameOf(page, author);
  const link = author === undefined ? undefined : authorLinkAt(tree, author.node, page.hints.url);
  const published = date === undefined ? undefined : dateAt(page, date);
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
