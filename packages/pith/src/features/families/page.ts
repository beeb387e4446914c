import { TAG } from '../../tree/names.js';
import { onceAPage, type PageFacts, type PageHints } from '../facts/page-facts.js';
import { GROUP_WORDS_PER_NODE, NAME_GROUPS } from '../name-groups.js';
import { type Family, share, writeAll } from './family.js';

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

const A_WORD = /\w{1,60}/g;

/** What holds for the whole page: the same numbers in every row. */
export const page: Family = {
  name: 'page',
  features: [
    'page: words',
    'page: blocks',
    'page: prose share',
    'page: prose blocks',
    'page: link density',
    'page: headings',
    'page: images a block',
    'page: controls a block',
    'page: article elements',
    'page: has main',
    'page: stop-word share',
    'page: longest block',
    'page: top share',
    'page: trunk share',
    'page: trunk depth',
    'page: aside share',
    'page: core share',
    'og:type',
    ...SCHEMA.map(([name]) => `schema: ${name}`),
    ...ADDRESS.map(([name]) => `address: ${name}`),
    'address: depth',
    'address: last part words',
    'address: digits',
    'address: has query',
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
  return Float32Array.from([
    ...shape(facts),
    ...declared(facts.hints),
    ...address(facts.hints.url),
    ...named(facts),
  ]);
}

function shape({ blocks, sums, landmarks, texts }: PageFacts): number[] {
  const { tag, count } = blocks.tree;
  const { article, main } = TAG;
  const words = sums.words[0]!;
  let articles = 0;
  let hasMain = 0;
  for (let node = 1; node < count; node++) {
    if (tag[node] === article) articles++;
    else if (tag[node] === main) hasMain = 1;
  }
  return [
    words,
    blocks.count,
    share(sums.proseWords[0]!, words),
    sums.proseBlocks[0]!,
    share(sums.linkWords[0]!, words),
    sums.headings[0]!,
    share(sums.images[0]!, blocks.count),
    share(sums.controls[0]!, blocks.count),
    articles,
    hasMain,
    texts.languageShare,
    blocks.words.reduce((longest, w) => Math.max(longest, w), 0),
    share(sums.words[landmarks.top]!, words),
    share(sums.words[landmarks.trunk]!, words),
    sums.depth[landmarks.trunk]!,
    landmarks.asideShare,
    share(sums.words[landmarks.core]!, words),
  ];
}

function declared({ ogType, schemaTypes }: PageHints): number[] {
  const kind = ogType === undefined ? 0 : /article/i.test(ogType) ? 3 : /product/i.test(ogType) ? 2 : 1;
  return [kind, ...SCHEMA.map(([, types]) => (schemaTypes.some(type => types.test(type)) ? 1 : 0))];
}

function address(url: string | undefined): number[] {
  const text = (url ?? '').slice(0, 500).toLowerCase();
  const path = text.replace(/^[a-z]{1,10}:\/\/[^/]{0,255}/, '').replace(/[?#].{0,500}$/, '');
  const parts = path.split('/').filter(Boolean);
  const last = parts.at(-1) ?? '';
  return [
    ...ADDRESS.map(([, pattern]) => (pattern.test(text) ? 1 : 0)),
    url === undefined ? -1 : parts.length,
    last.replaceAll(/[-_]/g, ' ').match(A_WORD)?.length ?? 0,
    path.replaceAll(/\D/g, '').length,
    text.includes('?') ? 1 : 0,
  ];
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
