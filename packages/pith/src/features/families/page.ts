import { TAG } from '../../tree/names.js';
import { oncePerPage, type PageMeasurements } from '../measurements/page-measurements.js';
import { TEMPLATES, templateNames } from '../measurements/template.js';
import { GROUP_WORDS_PER_NODE, NAME_GROUPS } from '../name-groups.js';
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

function elements({ blocks: { tree } }: PageMeasurements, tag: number): number {
  let found = 0;
  for (let node = tree.tag.indexOf(tag); node >= 0; node = tree.tag.indexOf(tag, node + 1)) found++;
  return found;
}

function shareBelow({ sums }: PageMeasurements, node: number): number {
  return share(sums.words[node]!, sums.words[0]!);
}

const NUMBERS: Readonly<Record<string, (page: PageMeasurements) => number>> = {
  'page: words': ({ sums }) => sums.words[0]!,
  'page: blocks': ({ blocks }) => blocks.count,
  'page: prose share': ({ sums }) => share(sums.proseWords[0]!, sums.words[0]!),
  'page: prose blocks': ({ sums }) => sums.proseBlocks[0]!,
  'page: link density': ({ sums }) => share(sums.linkWords[0]!, sums.words[0]!),
  'page: headings': ({ sums }) => sums.headings[0]!,
  'page: images a block': ({ blocks, sums }) => share(sums.images[0]!, blocks.count),
  'page: controls a block': ({ blocks, sums }) => share(sums.controls[0]!, blocks.count),
  'page: article elements': page => elements(page, TAG.article),
  'page: has main': page => (elements(page, TAG.main) > 0 ? 1 : 0),
  'page: stop-word share': ({ texts }) => texts.languageShare,
  'page: longest block': ({ blocks }) => blocks.words.reduce((longest, words) => Math.max(longest, words), 0),
  'page: top share': page => shareBelow(page, page.landmarks.top),
  'page: trunk share': page => shareBelow(page, page.landmarks.trunk),
  'page: trunk depth': ({ landmarks, sums }) => sums.depth[landmarks.trunk]!,
  'page: aside share': ({ landmarks }) => landmarks.asideShare,
  'page: core share': page => shareBelow(page, page.landmarks.core),
  'og:type': ({ hints }) => kindOf(hints.ogType),
  ...Object.fromEntries(
    SCHEMA.map(([name, types]) => [`schema: ${name}`, (page: PageMeasurements) => declares(page, types)]),
  ),
  ...Object.fromEntries(
    ADDRESS.map(([name, part]) => [
      `address: ${name}`,
      (page: PageMeasurements) => matchesAddress(page, part),
    ]),
  ),
  ...Object.fromEntries(
    TEMPLATES.map(([name, pattern]) => [
      `template: ${name}`,
      (page: PageMeasurements) => (pattern.test(namesOf(page).names) ? 1 : 0),
    ]),
  ),
  'address: thread': page => (THREAD_ADDRESS.test(addressOf(page).text) ? 1 : 0),
  'address: item number': page => (/(?:^|[/._-])\d{4,}(?:[/._-]|$)/.test(addressOf(page).path) ? 1 : 0),
  'address: depth': page => (page.hints.url === undefined ? -1 : addressOf(page).parts.length),
  'address: last part words': page => wordsOf(addressOf(page).parts.at(-1) ?? ''),
  'address: digits': page => addressOf(page).path.replaceAll(/\D/g, '').length,
  'address: has query': page => (addressOf(page).text.includes('?') ? 1 : 0),
  ...Object.fromEntries(
    NAME_GROUPS.map((name, i) => [`page named: ${name}`, (page: PageMeasurements) => nameCounts(page)[i]!]),
  ),
};

export const PAGE_NUMBER_NAMES: readonly string[] = Object.keys(NUMBERS);

export const wholePage: Feature = {
  names: PAGE_NUMBER_NAMES,
  prepare: page => {
    const numbers = pageNumbers(page);
    return (stripe, column) => {
      for (let i = 0; i < numbers.length; i++) fillColumns(stripe, column + i, 1, numbers[i]!);
    };
  },
};

/** Numbers that describe the whole page, in the order of `PAGE_NUMBER_NAMES`. */
export const pageNumbers = oncePerPage(page =>
  Float32Array.from(Object.values(NUMBERS), number => number(page)),
);

function declares({ hints: { schemaTypes } }: PageMeasurements, types: RegExp): number {
  return schemaTypes.some(type => types.test(type)) ? 1 : 0;
}

/** 4 for a group of products, 3 for an article, 2 for a product, 1 for anything else, 0 if missing. */
function kindOf(ogType: string | undefined): number {
  if (ogType === undefined) return 0;
  if (/article/i.test(ogType)) return 3;
  if (/product[.:_]group/i.test(ogType)) return 4;
  return /product|:item$/i.test(ogType) ? 2 : 1;
}

/** Addresses of single discussions in common software. */
const THREAD_ADDRESS =
  /\/(?:threads?|topics?|discussions?|questions?|t|d|posts?)\/(?:[^/?#]{1,200}[/.-])?\d{2,}|viewtopic|showthread|[?&](?:t|tid|topic|thread)=\d|\/r\/\w{1,30}\/comments\/|\/(?:issues|pull|merge_requests)\/\d|-t\d{3,}(?:-|\.html)|ftopic\d|\/topic[,/-]?\d|\bitem\?id=\d/;

const namesOf = oncePerPage(({ blocks: { tree }, hints }) => ({
  names: templateNames(tree, hints.generator),
}));

const addressOf = oncePerPage(({ hints: { url } }) => {
  const text = (url ?? '').slice(0, 500).toLowerCase();
  const path = text.replace(/^[a-z]{1,10}:\/\/[^/]{0,255}/, '').replace(/[?#].{0,500}$/, '');
  return { text, path, parts: path.split('/').filter(Boolean) };
});

function matchesAddress(page: PageMeasurements, pattern: RegExp): number {
  return pattern.test(addressOf(page).text) ? 1 : 0;
}

function wordsOf(part: string): number {
  return part.replaceAll(/[-_]/g, ' ').match(A_WORD)?.length ?? 0;
}

const A_WORD = /\w{1,60}/g;

/** Number of elements with text in each name group. */
const nameCounts = oncePerPage(({ blocks: { tree }, names, sums }) => {
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
});
