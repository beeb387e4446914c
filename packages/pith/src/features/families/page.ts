import { TAG } from '../../tree/names.js';
import { onceAPage, type PageFacts, type PageHints } from '../facts/page-facts.js';
import { GROUP_WORDS_PER_NODE, NAME_GROUPS } from '../name-groups.js';
import { type Family, share, writeAll } from './family.js';

/** A number about the whole page. */
type OfPage<Page> = readonly [name: string, number: (page: Page) => number];

/** Schema.org types that tell kinds of page apart. */
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

/** Parts of an address that tell kinds of page apart. */
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

/** Elements of a tag on a page. */
function elements({ blocks: { tree } }: PageFacts, tag: number): number {
  let found = 0;
  for (let node = 1; node < tree.count; node++) if (tree.tag[node] === tag) found++;
  return found;
}

/** Words of the page below an element, as a share of all. */
function shareBelow({ sums }: PageFacts, node: number): number {
  return share(sums.words[node]!, sums.words[0]!);
}

const SHAPE: readonly OfPage<PageFacts>[] = [
  ['words', ({ sums }) => sums.words[0]!],
  ['blocks', ({ blocks }) => blocks.count],
  ['prose share', ({ sums }) => share(sums.proseWords[0]!, sums.words[0]!)],
  ['prose blocks', ({ sums }) => sums.proseBlocks[0]!],
  ['link density', ({ sums }) => share(sums.linkWords[0]!, sums.words[0]!)],
  ['headings', ({ sums }) => sums.headings[0]!],
  ['images a block', ({ blocks, sums }) => share(sums.images[0]!, blocks.count)],
  ['controls a block', ({ blocks, sums }) => share(sums.controls[0]!, blocks.count)],
  ['article elements', facts => elements(facts, TAG.article)],
  ['has main', facts => (elements(facts, TAG.main) > 0 ? 1 : 0)],
  ['stop-word share', ({ texts }) => texts.languageShare],
  ['longest block', ({ blocks }) => blocks.words.reduce((longest, words) => Math.max(longest, words), 0)],
  ['top share', facts => shareBelow(facts, facts.landmarks.top)],
  ['trunk share', facts => shareBelow(facts, facts.landmarks.trunk)],
  ['trunk depth', ({ landmarks, sums }) => sums.depth[landmarks.trunk]!],
  ['aside share', ({ landmarks }) => landmarks.asideShare],
  ['core share', facts => shareBelow(facts, facts.landmarks.core)],
];

const DECLARED: readonly OfPage<PageHints>[] = [
  ['og:type', ({ ogType }) => kindOf(ogType)],
  ...SCHEMA.map(
    ([name, types]): OfPage<PageHints> => [
      `schema: ${name}`,
      ({ schemaTypes }) => (schemaTypes.some(type => types.test(type)) ? 1 : 0),
    ],
  ),
];

/** 3 an article, 2 a product, 1 something else, 0 nothing. */
function kindOf(ogType: string | undefined): number {
  if (ogType === undefined) return 0;
  if (/article/i.test(ogType)) return 3;
  return /product/i.test(ogType) ? 2 : 1;
}

/** An address taken apart. */
interface Address {
  readonly isKnown: boolean;
  readonly text: string;
  readonly path: string;
  readonly parts: readonly string[];
}

function addressOf(url: string | undefined): Address {
  const text = (url ?? '').slice(0, 500).toLowerCase();
  const path = text.replace(/^[a-z]{1,10}:\/\/[^/]{0,255}/, '').replace(/[?#].{0,500}$/, '');
  return { isKnown: url !== undefined, text, path, parts: path.split('/').filter(Boolean) };
}

const A_WORD = /\w{1,60}/g;

const ADDRESSED: readonly OfPage<Address>[] = [
  ...ADDRESS.map(([name, pattern]): OfPage<Address> => [name, ({ text }) => (pattern.test(text) ? 1 : 0)]),
  ['depth', ({ isKnown, parts }) => (isKnown ? parts.length : -1)],
  [
    'last part words',
    ({ parts }) => (parts.at(-1) ?? '').replaceAll(/[-_]/g, ' ').match(A_WORD)?.length ?? 0,
  ],
  ['digits', ({ path }) => path.replaceAll(/\D/g, '').length],
  ['has query', ({ text }) => (text.includes('?') ? 1 : 0)],
];

/** What holds for the whole page: the same numbers in every row. */
export const page: Family = {
  name: 'page',
  features: [
    ...SHAPE.map(([name]) => `page: ${name}`),
    ...DECLARED.map(([name]) => name),
    ...ADDRESSED.map(([name]) => `address: ${name}`),
    ...NAME_GROUPS.map(group => `page named: ${group}`),
  ],
  prepare(facts) {
    const numbers = onceAPage(facts, pageNumbers);
    return (stripe, column) => {
      for (let c = 0; c < numbers.length; c++) writeAll(stripe, column + c, 1, numbers[c]!);
    };
  },
};

/** The numbers themselves. */
export function pageNumbers(facts: PageFacts): Float32Array {
  const { hints } = facts;
  const address = addressOf(hints.url);
  return Float32Array.from([
    ...SHAPE.map(([, number]) => number(facts)),
    ...DECLARED.map(([, number]) => number(hints)),
    ...ADDRESSED.map(([, number]) => number(address)),
    ...named(facts),
  ]);
}

/** How many elements that hold text blocks are named for each meaning. */
function named({ blocks: { tree }, names, sums }: PageFacts): number[] {
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
