import { ATTR } from '../tree/names.js';
import { webAddress } from './addresses.js';
import type { MetaTags } from './meta-tags.js';
import { nodeText } from './node-text.js';
import type { Survey } from './survey.js';

/** What tells the page itself from others it speaks of: its addresses and its titles. */
export interface PageFacts {
  /** Against which relative addresses are resolved. */
  readonly base: string | undefined;
  readonly addresses: readonly string[];
  readonly titles: readonly string[];
}

const MAX_HEADINGS = 5;

/** Gathers the addresses and titles a page has for itself. */
export function pageFacts(survey: Survey, metas: MetaTags, url: string | undefined): PageFacts {
  const { tree } = survey;
  const based = survey.base < 0 ? undefined : tree.attribute(survey.base, ATTR.href);
  const base = (based === undefined ? undefined : webAddress(based, url)) ?? url;
  const canonical = survey.relations.find(node => tree.attribute(node, ATTR.rel)!.toLowerCase() === 'canonical');
  const addresses = [url, canonical === undefined ? undefined : tree.attribute(canonical, ATTR.href), metas.get('og:url')];
  const titles = [
    survey.title < 0 ? undefined : tree.textContent(survey.title).slice(0, 500),
    metas.get('og:title'),
    ...survey.headings.slice(0, MAX_HEADINGS).map(node => nodeText(tree, node)),
  ];
  return { base, addresses: addresses.filter(isGiven), titles: titles.filter(isGiven) };
}

function isGiven(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}
