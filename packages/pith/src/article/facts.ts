import { Addresses } from '../content/addresses.js';
import type { ContentNode, Image } from '../content/content.js';
import type { Claim, ClaimField } from '../metadata/claims.js';
import type { Author, Fact, FactCandidate, Ranked } from '../metadata/facts/fact.js';
import { leadPicture, type Picture } from '../metadata/facts/lead-picture.js';
import { type PageLinks, pageLinks } from '../metadata/facts/links.js';
import type { ReadMetadata } from '../metadata/from-blocks.js';
import type { Metadata } from '../metadata/metadata.js';
import type { PageTree } from '../tree/tree.js';
import { shownLead, shownPicture } from './shown-pictures.js';

/** Video, audio or an embedded player in the content. */
export interface Medium {
  readonly kind: 'video' | 'audio' | 'embed';
  readonly url: string;
  readonly title?: string;
}

/** Metadata beyond the fields of the article, with confidences. */
export interface Facts extends PageLinks {
  readonly title?: Fact<string>;
  readonly published?: Fact<string>;
  readonly modified?: Fact<string>;
  /** People, or organisations if the page names no person; with link and picture where given. */
  readonly authors?: Fact<readonly Author[]>;
  /**
   * BCP 47 tag: the declared language, with higher confidence if the text agrees; the language detected from the text
   * if none is declared or a text of 50 words or more is clearly in another one.
   */
  readonly language?: Fact<string>;
  readonly leadPicture?: Picture;
  readonly pictures: readonly Picture[];
  readonly media: readonly Medium[];
}

/** A field with its chosen value and all candidates. Only ranked fields have a confidence and scores. */
export interface FactDecision {
  readonly fact: 'title' | 'authors' | 'published' | 'modified' | StatedFact;
  readonly value?: string | readonly string[];
  readonly source?: string;
  readonly confidence?: number;
  /** Most likely first. */
  readonly candidates: readonly FactCandidate[];
}

export interface ArticleText {
  readonly content: readonly ContentNode[];
  readonly language: Fact<string> | undefined;
}

export function factsOf(read: ReadMetadata, { content, language }: ArticleText): Facts {
  const { facts, page, metadata } = read;
  const stated = leadPicture(page, metadata.image?.value);
  const lead = stated && shownLead(page.blocks.tree, stated, page.identity.base);
  const { pictures, media } = mediaOf(content, page.blocks.tree, new Addresses(page.identity.base));
  const chosen = {
    title: facts.title().fact,
    published: facts.published().fact,
    modified: facts.modified().fact,
    authors: facts.authors().fact,
    language,
    leadPicture: lead,
  };
  return {
    ...(Object.fromEntries(
      Object.entries(chosen).filter(([, fact]) => fact !== undefined),
    ) as Partial<Facts>),
    ...pageLinks(page),
    pictures,
    media,
  };
}

export function factDecisions(read: ReadMetadata): FactDecision[] {
  const { facts } = read;
  const decision = (
    fact: FactDecision['fact'],
    { fact: chosen, candidates }: Ranked<unknown>,
    value: unknown,
  ) => ({
    fact,
    ...(chosen === undefined
      ? {}
      : { value: value as string, source: chosen.source as string, confidence: chosen.confidence }),
    candidates,
  });
  const [title, authors] = [facts.title(), facts.authors()];
  const [published, modified] = [facts.published(), facts.modified()];
  return [
    decision('title', title, title.fact?.value),
    decision(
      'authors',
      authors,
      authors.fact?.value.map(({ name }) => name),
    ),
    decision('published', published, published.fact?.value),
    decision('modified', modified, modified.fact?.value),
    ...statedDecisions(read),
  ];
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
        ...(typeof node.title === 'string' ? { title: node.title } : {}),
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
export const STATED_FACTS = [
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
export type StatedFact = (typeof STATED_FACTS)[number];

const CLAIMED: Readonly<Partial<Record<StatedFact, ClaimField>>> = { tags: 'tag', paywalled: 'free' };

export interface StatedDecision {
  readonly fact: StatedFact;
  readonly value?: string | readonly string[];
  readonly source?: string;
  readonly candidates: readonly FactCandidate[];
}

export function statedDecisions({
  metadata,
  page,
}: Pick<ReadMetadata, 'metadata' | 'page'>): StatedDecision[] {
  return STATED_FACTS.flatMap(fact => {
    const chosen = metadata[fact];
    const claims = page.claims.of(CLAIMED[fact] ?? (fact as ClaimField));
    if (chosen === undefined && claims.length === 0) return [];
    const candidates = statedCandidates(claims, chosen);
    if (chosen === undefined) return [{ fact, candidates }];
    const value = typeof chosen.value === 'boolean' ? String(chosen.value) : chosen.value;
    return [{ fact, value, source: chosen.source, candidates }];
  });
}

/** Each distinct value with its sources. The chosen value may differ from all, for example as a resolved URL. */
function statedCandidates(
  claims: readonly Claim[],
  chosen: Metadata[StatedFact] | undefined,
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
