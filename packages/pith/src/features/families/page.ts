import { TAG } from '../../tree/names.js';
import type { PageTree } from '../../tree/tree.js';
import { GROUP_WORDS_PER_NODE, NAME_GROUPS } from '../name-groups.js';
import type { Page } from '../page.js';
import { type Feature, fillColumns, share } from './columns.js';

const SCHEMA: readonly (readonly [name: string, types: RegExp])[] = [
  ['article', /^(?:.{0,40}Article|BlogPosting|Report|Review|.{0,20}NewsArticle)$/],
  ['product', /^(?:Product|ProductGroup|Offer|AggregateOffer|IndividualProduct|Book|Vehicle)$/],
  ['discussion', /^(?:DiscussionForumPosting|QAPage|Question|Answer|Comment|SocialMediaPosting)$/],
  ['list', /^(?:ItemList|CollectionPage|SearchResultsPage|Blog|OfferCatalog|ProductCollection)$/],
  ['question', /^(?:FAQPage|HowTo|Recipe)$/],
  [
    'organisation',
    /^(?:Organization|LocalBusiness|Corporation|.{0,30}Business|Service|ProfessionalService|Store)$/,
  ],
  [
    'software',
    /^(?:TechArticle|APIReference|SoftwareApplication|SoftwareSourceCode|LearningResource|Course)$/,
  ],
];

const ADDRESS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'news or blog',
    /\/(?:news|blog|blogs|article|articles|story|stories|post|posts|opinion|magazine|\d{4}\/\d{1,2})\b/,
  ],
  ['shop', /\/(?:product|products|shop|store|item|items|dp|p|buy|catalog)\b/],
  [
    'discussion',
    /\/(?:forum|forums|thread|threads|topic|topics|question|questions|discussion|community|t|r|comments|viewtopic|showthread)\b|forum\.|community\.|discuss\./,
  ],
  [
    'manual',
    /\/(?:docs|doc|documentation|api|reference|guide|guides|manual|wiki|help|tutorial|learn|support|kb)\b|\/\/(?:docs|developer|help|support|wiki|learn)\./,
  ],
  [
    'list',
    /\/(?:category|categories|tag|tags|collection|collections|archive|search|list|lists|topics|section|c)\b/,
  ],
  [
    'service',
    /\/(?:services|service|solutions|about|about-us|contact|pricing|features|company|platform|industries)\b/,
  ],
];

/** Kinds of pages, with the names that the templates of common software use for them. */
const TEMPLATES: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'discussion software',
    /discourse|phpbb|vbulletin|vb_|\bxf\b|xenforo|ipsapp|ips_?layout|invision|mybb|\bsmf\b|simple machines|flarum|nodebb|vanilla|bbpress|woltlab|\btpl(?:thread|board|forum)|\blia-|question2answer|\bqa-body|fluxbb|punbb|\byabb|burning board|lemmy|misago/,
  ],
  [
    'thread',
    /thread[_-]?view|view[_-]?thread|viewtopic|showthread|question-page|forumtopicpage|single-topic|[-_ ]topic[-_]page|page-topic|discussion-page|\btplthread|section-discussion|topic-template|single-forum|threadpage/,
  ],
  [
    'product',
    /single-product|product-template|template-product|product-(?:detail|page|view)|catalog-product|page-product|\bpdp\b|ebay-objects:item|product-single|schema\.org\/product/,
  ],
  [
    'collection',
    /tax-product|product-(?:list|cat|grid|archive)|template-collection|collection-template|category-view|catalog-category|\bplp\b|page-collection|template-search|page-category|post-type-archive-product/,
  ],
  [
    'manual',
    /mediawiki|mkdocs|docusaurus|docs-(?:wrapper|doc|page)|sphinx|rustdoc|vitepress|gitbook|readthedocs|read the docs|doxygen|javadoc|mintlify|\bdocs?\b|documentation|asciidoctor|antora|starlight|nextra|slate\b|redoc|help-?center|knowledge-?base|dokuwiki|confluence/,
  ],
  [
    'single article',
    /single-post|post-template|type-article|page-article|article-(?:page|detail|template)|single-article|\bsingle\b|news-?article|blog-post|newsarticle|story-page/,
  ],
  [
    'archive',
    /\barchive\b|\bcategory\b|category-\w|\btag-\w|search-results|\bblog\b|post-type-archive|page-search|listing|section-front|\bterm-\w/,
  ],
  ['single page', /page-template|\bhome\b|front-?page|landing|basic-?page|homepage|page-id|node--type-page/],
];

/** Addresses of single discussions in common software. */
const THREAD_ADDRESS =
  /\/(?:threads?|topics?|discussions?|questions?|t|d|posts?)\/(?:[^/?#]{1,200}[/.-])?\d{2,}|viewtopic|showthread|[?&](?:t|tid|topic|thread)=\d|\/r\/\w{1,30}\/comments\/|\/(?:issues|pull|merge_requests)\/\d|-t\d{3,}(?:-|\.html)|ftopic\d|\/topic[,/-]?\d|\bitem\?id=\d/;

/** A page with its names and the parts of its URL, in lower case. */
interface Whole {
  readonly page: Page;
  readonly template: string;
  readonly named: readonly number[];
  readonly url: string;
  readonly path: string;
  readonly parts: readonly string[];
}

const NUMBERS: Readonly<Record<string, (whole: Whole) => number>> = {
  'page: words': ({ page: { sums } }) => sums.words[0]!,
  'page: blocks': ({ page: { blocks } }) => blocks.count,
  'page: prose share': ({ page: { sums } }) => share(sums.proseWords[0]!, sums.words[0]!),
  'page: prose blocks': ({ page: { sums } }) => sums.proseBlocks[0]!,
  'page: link density': ({ page: { sums } }) => share(sums.linkWords[0]!, sums.words[0]!),
  'page: headings': ({ page: { sums } }) => sums.headings[0]!,
  'page: images a block': ({ page: { blocks, sums } }) => share(sums.images[0]!, blocks.count),
  'page: controls a block': ({ page: { blocks, sums } }) => share(sums.controls[0]!, blocks.count),
  'page: article elements': ({ page }) => elements(page.tree, TAG.article),
  'page: has main': ({ page }) => (elements(page.tree, TAG.main) > 0 ? 1 : 0),
  'page: stop-word share': ({ page: { texts } }) => texts.languageShare,
  'page: longest block': ({ page }) => page.blocks.words.reduce((most, words) => Math.max(most, words), 0),
  'page: top share': ({ page }) => shareBelow(page, page.landmarks.top),
  'page: trunk share': ({ page }) => shareBelow(page, page.landmarks.trunk),
  'page: trunk depth': ({ page: { landmarks, sums } }) => sums.depth[landmarks.trunk]!,
  'page: aside share': ({ page: { landmarks } }) => landmarks.asideShare,
  'page: core share': ({ page }) => shareBelow(page, page.landmarks.core),
  'og:type': ({ page: { hints } }) => kindOf(hints.ogType),
  ...numbersOf('schema', SCHEMA, ({ page }, types) => page.hints.schemaTypes.some(type => types.test(type))),
  ...numbersOf('address', ADDRESS, ({ url }, pattern) => pattern.test(url)),
  ...numbersOf('template', TEMPLATES, ({ template }, pattern) => pattern.test(template)),
  'address: thread': ({ url }) => (THREAD_ADDRESS.test(url) ? 1 : 0),
  'address: item number': ({ path }) => (/(?:^|[/._-])\d{4,}(?:[/._-]|$)/.test(path) ? 1 : 0),
  'address: depth': ({ page, parts }) => (page.hints.url === undefined ? -1 : parts.length),
  'address: last part words': ({ parts }) => wordsOf(parts.at(-1) ?? ''),
  'address: digits': ({ path }) => path.replaceAll(/\D/g, '').length,
  'address: has query': ({ url }) => (url.includes('?') ? 1 : 0),
  ...Object.fromEntries(
    NAME_GROUPS.map((name, i) => [`page named: ${name}`, ({ named }: Whole) => named[i]!]),
  ),
};

function numbersOf(
  family: string,
  patterns: readonly (readonly [name: string, pattern: RegExp])[],
  isMatch: (whole: Whole, pattern: RegExp) => boolean,
): typeof NUMBERS {
  return Object.fromEntries(
    patterns.map(([name, pattern]) => [
      `${family}: ${name}`,
      (whole: Whole) => (isMatch(whole, pattern) ? 1 : 0),
    ]),
  );
}

export const PAGE_NUMBER_NAMES: readonly string[] = Object.keys(NUMBERS);
const READERS = Object.values(NUMBERS);

export const wholePage: Feature = {
  names: PAGE_NUMBER_NAMES,
  prepare:
    ({ numbers }) =>
    (stripe, column) => {
      for (let i = 0; i < numbers.length; i++) fillColumns(stripe, column + i, 1, numbers[i]!);
    },
};

/** Numbers that describe the whole page, in the order of `PAGE_NUMBER_NAMES`. */
export function pageNumbers(page: Page): Float32Array {
  const { url: given = '', generator } = page.hints;
  const url = given.slice(0, 500).toLowerCase();
  const path = url.replace(/^[a-z]{1,10}:\/\/[^/]{0,255}/, '').replace(/[?#].{0,500}$/, '');
  const parts = path.split('/').filter(Boolean);
  const whole = {
    page,
    template: templateNames(page.tree, generator),
    named: nameCounts(page),
    url,
    path,
    parts,
  };
  const numbers = new Float32Array(READERS.length);
  for (let i = 0; i < numbers.length; i++) numbers[i] = READERS[i]!(whole);
  return numbers;
}

function elements({ tag }: PageTree, wanted: number): number {
  let found = 0;
  for (let node = tag.indexOf(wanted); node >= 0; node = tag.indexOf(wanted, node + 1)) found++;
  return found;
}

function shareBelow({ sums }: Page, node: number): number {
  return share(sums.words[node]!, sums.words[0]!);
}

/** 4 for a group of products, 3 for an article, 2 for a product, 1 for anything else, 0 if missing. */
function kindOf(ogType: string | undefined): number {
  if (ogType === undefined) return 0;
  if (/article/i.test(ogType)) return 3;
  if (/product[.:_]group/i.test(ogType)) return 4;
  return /product|:item$/i.test(ogType) ? 2 : 1;
}

function wordsOf(part: string): number {
  return part.replaceAll(/[-_]/g, ' ').match(A_WORD)?.length ?? 0;
}

const A_WORD = /\w{1,60}/g;

/** Attributes of `html` and `body` in which content systems write the kind of page: `class="single-product"`. */
const NAMING = /^(?:class|id|data-template|data-page-type|data-pagetype|data-type|data-controller|itemtype)$/;
const LONGEST = 2_000;

/** Classes, ids and types of `html` and `body`, and the generator, separated by spaces. */
function templateNames(tree: PageTree, generator = ''): string {
  const names = [generator];
  for (let node = 1; node < tree.count; node++) {
    const tag = tree.tag[node]!;
    if (tag !== TAG.html && tag !== TAG.body) continue;
    for (const [name, value] of tree.attributes(node))
      if (NAMING.test(name)) names.push(value.slice(0, LONGEST));
    if (tag === TAG.body) break;
  }
  return ` ${names.join(' ').toLowerCase()} `;
}

function nameCounts({ tree, names, sums }: Page): number[] {
  const counts = new Array<number>(NAME_GROUPS.length).fill(0);
  for (let node = 1; node < tree.count; node++) {
    if (sums.blocks[node] === 0) continue;
    for (let word = 0; word < GROUP_WORDS_PER_NODE; word++) {
      for (let bits = names.groups[node * GROUP_WORDS_PER_NODE + word]!; bits !== 0; bits &= bits - 1) {
        counts[word * 32 + 31 - Math.clz32(bits & -bits)]!++;
      }
    }
  }
  return counts;
}
