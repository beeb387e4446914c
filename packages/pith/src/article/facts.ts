import { Addresses } from '../content/addresses.js';
import type { ContentNode, Image } from '../content/content.js';
import type { Claim, ClaimField } from '../metadata/claims.js';
import type { ReadMetadata } from '../metadata/from-blocks.js';
import { type PageLinks, pageLinks } from '../metadata/links.js';
import type { Author, Fact, FactCandidate, Metadata, Ranked } from '../metadata/metadata.js';
import type { PageTree } from '../tree/tree.js';
import { leadPicture, type Picture, shownLead, shownPicture } from './pictures.js';

/** Video, audio or an embedded player in the content. */
export interface Medium {
  readonly kind: 'video' | 'audio' | 'embed';
  readonly url: string;
  readonly title?: string | undefined;
}

/** Metadata beyond the fields of the article, with confidences. */
export interface Facts extends PageLinks {
  readonly title?: Fact<string> | undefined;
  readonly published?: Fact<string> | undefined;
  readonly modified?: Fact<string> | undefined;
  /** People, or organisations if the page names no person; with link and picture where given. */
  readonly authors?: Fact<readonly Author[]> | undefined;
  /**
   * BCP 47 tag of the declared language, with higher confidence if the text agrees. Detected from the text if none is
   * declared, or if a text of 50 words or more is clearly in another language.
   */
  readonly language?: Fact<string> | undefined;
  readonly leadPicture?: Picture | undefined;
  readonly pictures: readonly Picture[];
  readonly media: readonly Medium[];
}

/** A field with its chosen value and all candidates. Only ranked fields have a confidence and scores. */
export interface FactDecision {
  readonly fact: 'title' | 'authors' | 'published' | 'modified' | DeclaredFact;
  readonly value?: string | readonly string[] | undefined;
  readonly source?: string | undefined;
  readonly confidence?: number | undefined;
  /** Most likely first. */
  readonly candidates: readonly FactCandidate[];
}

export function factsOf(
  read: ReadMetadata,
  content: readonly ContentNode[],
  language: Fact<string> | undefined,
): Facts {
  const { choices, page } = read;
  const { tree } = page.blocks;
  const { base } = page.identity;
  const declared = leadPicture(page, read.field('image')?.value);
  return {
    title: choices.title,
    published: choices.published,
    modified: choices.modified,
    authors: choices.rankedAuthors.fact,
    language,
    leadPicture: declared && shownLead(tree, declared, base),
    ...pageLinks(page),
    ...mediaOf(content, tree, new Addresses(base)),
  };
}

export function factDecisions(read: ReadMetadata): FactDecision[] {
  const { choices } = read;
  return [
    decision('title', choices.rankedTitle, choices.title?.value),
    decision('authors', choices.rankedAuthors, choices.authors?.value),
    decision('published', choices.rankedDates.published, choices.published?.value),
    decision('modified', choices.rankedDates.modified, choices.modified?.value),
    ...DECLARED_FACTS.flatMap(fact => declaredDecision(read, fact)),
  ];
}

function decision(
  fact: FactDecision['fact'],
  { fact: chosen, candidates }: Ranked<unknown>,
  value: string | readonly string[] | undefined,
): FactDecision {
  return { fact, value, source: chosen?.source, confidence: chosen?.confidence, candidates };
}

/** Pictures and media of a content tree, in document order. Iterative, since the tree may be deep. */
function mediaOf(
  content: readonly ContentNode[],
  tree: PageTree,
  addresses: Addresses,
): { pictures: Picture[]; media: Medium[] } {
  const pictures: Picture[] = [];
  const media: Medium[] = [];
  const stack: { value: unknown; caption: string }[] = [{ value: content, caption: '' }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value } = next;
    if (typeof value !== 'object' || value === null) continue;
    const node = value as { readonly type?: string; readonly caption?: unknown } & Record<string, unknown>;
    const caption = node.type === 'figure' ? textOf(node.caption) : next.caption;
    if (node.type === 'image') pictures.push(shownPicture(tree, value as Image, caption, addresses));
    else if (node.type === 'video' || node.type === 'audio' || node.type === 'embed')
      media.push({
        kind: node.type,
        url: String(node.src),
        title: typeof node.title === 'string' ? node.title : undefined,
      });
    for (const part of Object.values(node).reverse()) stack.push({ value: part, caption });
  }
  return { pictures, media };
}

function textOf(caption: unknown): string {
  let text = '';
  const stack: unknown[] = [caption];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const { type, text: own } = value as { type?: string; text?: unknown };
    if (type === 'text' && typeof own === 'string') text += own;
    else stack.push(...Object.values(value).reverse());
  }
  return text;
}

/** Fields that are not ranked, in output order. */
export const DECLARED_FACTS = [
  'siteName',
  'section',
  'tags',
  'description',
  'image',
  'canonicalUrl',
  'language',
  'license',
  'paywalled',
] as const;
type DeclaredFact = (typeof DECLARED_FACTS)[number];

const CLAIMED: Readonly<Partial<Record<DeclaredFact, ClaimField>>> = { tags: 'tag', paywalled: 'free' };

function declaredDecision(read: ReadMetadata, fact: DeclaredFact): FactDecision[] {
  const chosen = read.field(fact);
  const claims = read.page.claims.of(CLAIMED[fact] ?? (fact as ClaimField));
  if (chosen === undefined && claims.length === 0) return [];
  const value = typeof chosen?.value === 'boolean' ? String(chosen.value) : chosen?.value;
  return [{ fact, value, source: chosen?.source, candidates: declaredCandidates(claims, chosen) }];
}

/** Each distinct value with its sources. The chosen value may differ from all, for example as a resolved URL. */
function declaredCandidates(
  claims: readonly Claim[],
  chosen: Metadata[DeclaredFact] | undefined,
): FactCandidate[] {
  const sources = new Map<string, Set<string>>();
  for (const { value, source } of claims) {
    const known = sources.get(value);
    if (known === undefined) sources.set(value, new Set([source]));
    else known.add(source);
  }
  // A declared language is an attribute of the page, not a claim.
  if (sources.size === 0 && typeof chosen?.value === 'string')
    sources.set(chosen.value, new Set([chosen.source]));
  const first = claims.find(({ source }) => source === chosen?.source)?.value ?? chosen?.value;
  return [...sources].map(([value, places]) => ({
    value,
    places: [...places],
    blocks: [],
    chosen: Array.isArray(chosen?.value) ? places.has(chosen.source) : value === first,
  }));
}
