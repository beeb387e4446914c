import { ATTR } from '../tree/names.js';
import { pageKey, webAddress } from './addresses.js';
import { tidy } from './claims.js';
import type { MetaTags } from './meta-tags.js';
import { nodeText } from './node-text.js';
import type { Survey } from './survey.js';

/** URLs and titles that identify the page itself. */
export interface PageIdentity {
  readonly base: string | undefined;
  /** The canonical URL or that of Open Graph, if absolute. */
  readonly declared: string | undefined;
  /** The URL that the page was fetched from, the canonical one and that of Open Graph. */
  readonly addresses: readonly string[];
  /** Keys of `addresses`, without that of the front page, which some sites declare on every page. */
  readonly pageKeys: ReadonlySet<string>;
  readonly titles: readonly string[];
  readonly headings: readonly string[];
  /** Text of the title element. */
  readonly element: string | undefined;
}

const ABSOLUTE = /^\s{0,9}https?:\/\/[^/]/i;
const MAX_HEADINGS = 5;
const MAX_TITLE = 1_000;

export function pageIdentity(survey: Survey, metas: MetaTags, url: string | undefined): PageIdentity {
  const { tree } = survey;
  const based = survey.base < 0 ? undefined : tree.attribute(survey.base, ATTR.href);
  const canonical = survey.relations.find(
    node => tree.attribute(node, ATTR.rel)!.toLowerCase() === 'canonical',
  );
  const addresses = [
    url,
    canonical === undefined ? undefined : tree.attribute(canonical, ATTR.href),
    metas.get('og:url'),
  ];
  const declared = addresses.slice(1).find(address => ABSOLUTE.test(address ?? ''));
  const own = url ?? declared;
  const base = (based === undefined ? undefined : webAddress(based, own)) ?? own;
  const element = survey.title < 0 ? undefined : tidy(tree.textContent(survey.title).slice(0, MAX_TITLE));
  const titles = [element, metas.get('og:title'), metas.get('twitter:title')];
  const headings = survey.headings.slice(0, MAX_HEADINGS).map(node => nodeText(tree, node));
  const known = distinct(addresses);
  const pageKeys = new Set(known.map(address => pageKey(address, base)).filter(key => key.includes('/')));
  return {
    base,
    declared,
    pageKeys,
    addresses: known,
    titles: distinct(titles),
    headings: distinct(headings),
    element,
  };
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values)].filter(value => value !== undefined && value.trim() !== '') as string[];
}
