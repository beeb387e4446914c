import { Addresses } from '../content/addresses.js';
import type { ContentNode, Image } from '../content/content.js';
import type { Author, Fact, FactCandidate, Weighed } from '../metadata/facts/fact.js';
import { leadPicture, type Picture } from '../metadata/facts/lead-picture.js';
import { type PageLinks, pageLinks } from '../metadata/facts/links.js';
import type { ReadMetadata } from '../metadata/from-blocks.js';
import type { PageTree } from '../tree/tree.js';
import { shownLead, shownPicture } from './shown-pictures.js';
import { type StatedFact, statedDecisions } from './stated-facts.js';

/** Video, sound, or another site's player in the text. */
export interface Medium {
  readonly kind: 'video' | 'audio' | 'embed';
  readonly url: string;
  readonly title?: string;
}

/** What a page says about itself beyond the fields of the article, each fact with how sure it is. */
export interface Facts extends PageLinks {
  readonly title?: Fact<string>;
  readonly published?: Fact<string>;
  readonly modified?: Fact<string>;
  /** People, or organisations where the page names nobody, with link and picture where it gives them. */
  readonly authors?: Fact<readonly Author[]>;
  /** BCP 47: what the page declares, surer where its words agree; the language of its words where it declares none. */
  readonly language?: Fact<string>;
  readonly leadPicture?: Picture;
  /** The pictures of the content, with their captions. */
  readonly pictures: readonly Picture[];
  readonly media: readonly Medium[];
}

/** A fact, what was chosen, and all that the page offers for it. `confidence` and scores are those of rankers. */
export interface FactDecision {
  readonly fact: 'title' | 'authors' | 'published' | 'modified' | StatedFact;
  readonly value?: string | readonly string[];
  readonly source?: string;
  readonly confidence?: number;
  /** The likeliest first. */
  readonly candidates: readonly FactCandidate[];
}

/** What is known of the text of an article. */
export interface ArticleText {
  readonly content: readonly ContentNode[];
  readonly language: Fact<string> | undefined;
}

/** What `read` gives, and the text. */
export function factsOf(read: ReadMetadata, { content, language }: ArticleText): Facts {
  const { facts, page, metadata } = read;
  const stated = leadPicture(page, metadata.image?.value);
  const lead = stated && shownLead(page.blocks.tree, stated, page.facts.base);
  const { pictures, media } = mediaOf(content, page.blocks.tree, new Addresses(page.facts.base));
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

/** The facts with all candidates: first those that are weighed, then those that one source decides. */
export function factDecisions(read: ReadMetadata): FactDecision[] {
  const { facts } = read;
  const decision = (
    fact: FactDecision['fact'],
    { fact: chosen, candidates }: Weighed<unknown>,
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

/** Pictures and media of a content tree in its order; walked with a stack, for it may be deep. */
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

/** The text of a caption. */
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
