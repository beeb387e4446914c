import type { Blocks } from 'webpith/stages';

/** Kinds of sections that augmentation inserts: parts of pages with a label other than content. */
const SECTION_KINDS = ['comment', 'teaser', 'ad', 'other'] as const;
export type SectionKind = (typeof SECTION_KINDS)[number];

export interface Section {
  readonly kind: SectionKind;
  readonly html: string;
}

/** Share of a section's words that must be of its kind. */
const PURITY = 0.95;
/** Limits of a section in words: fewer are no evidence, more would dominate the page. */
const WORDS = { least: 25, most: 4000 };

/** The largest elements of a page whose text is nearly all of one kind. */
export function sectionsOf(blocks: Blocks, labels: readonly (string | undefined)[]): Section[] {
  const { tree } = blocks;
  const all = new Float64Array(tree.count);
  const own = SECTION_KINDS.map(() => new Float64Array(tree.count));
  for (let b = 0; b < blocks.count; b++) {
    const node = blocks.node[b]!;
    all[node]! += blocks.words[b]!;
    const kind = SECTION_KINDS.indexOf(labels[b] as SectionKind);
    if (kind >= 0) own[kind]![node]! += blocks.words[b]!;
  }
  for (const sums of [all, ...own]) {
    for (let node = tree.count - 1; node > 0; node--) sums[tree.parent[node]!]! += sums[node]!;
  }
  const isPure = (kind: number, node: number) =>
    all[node]! >= WORDS.least && all[node]! <= WORDS.most && own[kind]![node]! >= all[node]! * PURITY;
  const sections: Section[] = [];
  SECTION_KINDS.forEach((kind, k) => {
    for (let node = 1; node < tree.count; node++) {
      if (!isPure(k, node) || isPure(k, tree.parent[node]!) || isPartOfTable(tree.tagName(node))) continue;
      sections.push({ kind, html: tree.source.slice(tree.start[node], tree.stop[node]) });
    }
  });
  return sections;
}

function isPartOfTable(tag: string): boolean {
  return ['tr', 'td', 'th', 'tbody', 'thead', 'body', 'html'].includes(tag);
}
