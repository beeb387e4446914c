import { memoised } from '../lazy.js';
import { ATTR, TAG } from '../tree/names.js';
import type { PageTree } from '../tree/tree.js';
import type { ClaimField, Claims } from './claims.js';
import type { MetadataSource } from './metadata.js';
import { nodeText } from './node-text.js';
import type { Outskirts } from './outskirts.js';
import type { Survey } from './survey.js';

const PROPERTIES: readonly (readonly [ClaimField, names: string])[] = [
  ['title', 'headline title'],
  ['author', 'author creator'],
  ['published', 'datepublished datecreated date issued created'],
  ['modified', 'datemodified modified'],
  ['description', 'description'],
  ['image', 'image'],
  ['language', 'inlanguage'],
  ['tag', 'keywords'],
  ['section', 'articlesection'],
  ['license', 'license'],
  ['free', 'isaccessibleforfree'],
];
const FIELDS = new Map(
  PROPERTIES.flatMap(([field, names]) => names.split(' ').map(name => [name, field] as const)),
);

/** Types of items that describe the page, unlike people, comments and offers. */
const OWN_TYPE =
  /(?:Article|Posting|Report|Recipe|Review|CreativeWork|Page|Document|Item|Post|Product|VideoObject|Event|Book|HowTo|Blog)$/i;
const ARTICLE_TYPE = /(?:Article|Posting|Report|Recipe|Item|Post|HowTo)$/i;

export function claimFromMicrodata(
  survey: Survey,
  heading: number,
  outskirts: Outskirts,
  claims: Claims,
): void {
  const { tree } = survey;
  if (survey.properties.length === 0) return;
  const articles = countArticles(survey, outskirts);
  const isOwn = memoised((owner: number) => isPagesOwn(tree, owner, heading, articles));
  for (const node of survey.properties) {
    const field = fieldOf(tree, node);
    if (field === undefined) continue;
    if (isOwn(scopeAround(tree, node)) && !isOuter(tree, node, outskirts))
      addValues(tree, node, field, claims);
  }
}

/** For a meta element, which is invisible, the parent decides. */
function isOuter(tree: PageTree, node: number, outskirts: Outskirts): boolean {
  return outskirts.has(tree.tag[node] === TAG.meta ? tree.parent[node]! : node);
}

function fieldOf(tree: PageTree, node: number): ClaimField | undefined {
  const names = tree.attribute(node, ATTR.itemprop) ?? tree.attribute(node, ATTR.property) ?? '';
  if (names.length > 200) return undefined;
  for (const name of names.toLowerCase().split(/\s+/)) {
    const field = FIELDS.get(name.slice(Math.max(name.lastIndexOf(':'), name.lastIndexOf('/')) + 1));
    if (field !== undefined) return field;
  }
  return undefined;
}

function isScope(tree: PageTree, node: number): boolean {
  return tree.attributeIndex(node, ATTR.itemscope) >= 0 || tree.attributeIndex(node, ATTR.typeof) >= 0;
}

function scopeAround(tree: PageTree, node: number): number {
  for (let n = tree.parent[node]!; n > 0; n = tree.parent[n]!) if (isScope(tree, n)) return n;
  return -1;
}

function typeOf(tree: PageTree, scope: number): string {
  const type = tree.attribute(scope, ATTR.itemtype) ?? tree.attribute(scope, ATTR.typeof) ?? '';
  return type.slice(0, 200).trim().split(/\s+/).at(-1) ?? '';
}

function countArticles(survey: Survey, outskirts: Outskirts): number {
  const { tree } = survey;
  const scopes = new Set<number>();
  for (const node of survey.properties) {
    const scope = scopeAround(tree, node);
    if (scope >= 0 && !scopes.has(scope) && ARTICLE_TYPE.test(typeOf(tree, scope)) && !outskirts.has(scope))
      scopes.add(scope);
  }
  return scopes.size;
}

/** True outside items, and for items of a suitable type that contain the page's heading or are its only article. */
function isPagesOwn(tree: PageTree, scope: number, heading: number, articles: number): boolean {
  if (scope < 0) return true;
  const type = typeOf(tree, scope);
  if (type !== '' && !OWN_TYPE.test(type)) return false;
  if (heading >= 0 && tree.contains(scope, heading)) return true;
  return ARTICLE_TYPE.test(type) && articles === 1;
}

function addValues(tree: PageTree, node: number, field: ClaimField, claims: Claims): void {
  const source: MetadataSource = tree.attributeIndex(node, ATTR.itemprop) >= 0 ? 'microdata' : 'rdfa';
  const name = field === 'author' ? nestedName(tree, node) : undefined;
  const isOrganisation = field === 'author' && /Organi[sz]ation$/.test(typeOf(tree, node));
  claims.add(isOrganisation ? 'organisation' : field, name ?? propertyValue(tree, node, field), source);
}

function nestedName(tree: PageTree, author: number): string | undefined {
  if (!isScope(tree, author)) return undefined;
  const end = Math.min(tree.end[author]!, author + 200);
  for (let n = author + 1; n < end; n++) {
    const names = tree.attribute(n, ATTR.itemprop) ?? tree.attribute(n, ATTR.property);
    if (names !== undefined && /(?:^|[\s:/])name(?:\s|$)/.test(names))
      return propertyValue(tree, n, 'author');
  }
  return undefined;
}

function propertyValue(tree: PageTree, node: number, field: ClaimField): string {
  const content = tree.attribute(node, ATTR.content) ?? tree.attribute(node, ATTR.datetime);
  if (content !== undefined && content !== '') return content;
  if (field === 'image' || field === 'license') {
    return tree.attribute(node, ATTR.src) ?? tree.attribute(node, ATTR.href) ?? nodeText(tree, node);
  }
  return nodeText(tree, node);
}
