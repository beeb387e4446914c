import { basename } from 'node:path';
import { fingerprint, SiteMemory } from 'webpith';
import { besideSite, blocksFromTree, readMetadata, sitePageOf, titleHash } from 'webpith/stages';
import { type Page, pageTree } from '../../../corpora/corpus.js';
import {
  type FieldOutcome,
  METADATA_FIELDS,
  type MetadataField,
  metadataOutcomes,
  plainText,
} from '../../../metrics/metadata.js';
import { markdownTable } from '../../../report/markdown.js';
import { grouped } from '../../../statistics/summary.js';
import { type TrainingControl, yieldToAbort } from '../../method.js';
import { sitesOf } from './evaluate.js';

export interface SiteFact {
  readonly corpus: string;
  readonly field: MetadataField;
  readonly before: FieldOutcome;
  readonly after: FieldOutcome;
  /** True if another page of the site has the same value. */
  readonly isRepeated: boolean;
}

/** The site name that a page declares, and the one that the titles of other pages show. */
export interface SiteNaming {
  readonly corpus: string;
  /** True if the title of the page is another one with the other pages. */
  readonly isRetitled: boolean;
  readonly declared: string | undefined;
  readonly shown: string | undefined;
}

export interface SiteFacts {
  readonly facts: readonly SiteFact[];
  readonly names: readonly SiteNaming[];
}

/** Reads title, authors, date and site name of all pages of sites with several, without and with the other pages. */
export async function evaluateSiteFacts(
  folder: string,
  { onProgress, signal }: TrainingControl = {},
): Promise<SiteFacts> {
  const corpus = basename(folder);
  const facts: SiteFact[] = [];
  const names: SiteNaming[] = [];
  for (const [, pages] of await sitesOf(folder)) {
    await yieldToAbort(signal);
    const memory = new SiteMemory();
    for (const page of pages) memory.add(fingerprint(page.html));
    const readings = pages.map(page => readingOf(page, memory));
    for (const { page, alone, beside, declared, shown } of readings) {
      names.push({ corpus, declared, shown, isRetitled: alone.title !== beside.title });
      const before = metadataOutcomes(page, alone);
      const after = metadataOutcomes(page, beside);
      for (const field of METADATA_FIELDS) {
        if (before[field] === undefined) continue;
        const value = textOf(alone, field);
        const isRepeated =
          value !== '' && readings.some(other => other.page !== page && textOf(other.alone, field) === value);
        facts.push({ corpus, field, before: before[field], after: after[field]!, isRepeated });
      }
    }
    onProgress?.(`facts of ${corpus}`, names.length);
  }
  return { facts, names };
}

type Found = ReturnType<typeof foundIn>;

function readingOf(page: Page, memory: SiteMemory) {
  const blocks = blocksFromTree(pageTree(page));
  const known = memory.pagesFor(sitePageOf(blocks));
  const read = readMetadata(blocks, { url: page.url });
  const beside = besideSite(read, { isShared: title => known.isOnMost(titleHash(title)) });
  const declared = read.field('siteName')?.value;
  return {
    page,
    alone: foundIn(read),
    beside: foundIn(beside),
    declared,
    shown: beside.choices.siteName?.value,
  };
}

function foundIn({ choices }: ReturnType<typeof readMetadata>) {
  const { title, authors, published, modified } = choices;
  return { title: title?.value, authors: authors?.value, published: (published ?? modified)?.value };
}

function textOf({ title, authors, published }: Found, field: MetadataField): string {
  if (field === 'title') return plainText(title ?? '');
  return field === 'authors' ? (authors ?? []).map(plainText).join(', ') : (published ?? '').slice(0, 10);
}

const share = (some: readonly unknown[], all: readonly unknown[]) =>
  all.length === 0 ? '–' : `${some.length} of ${all.length}`;

/** Pages with the right value, without and with the site, and right values among those that other pages repeat. */
export function factTable(facts: readonly SiteFact[]): string {
  const rows = [...grouped(facts, ({ corpus, field }) => `${corpus} ${field}`).values()].map(own => {
    const isRight = ({ before }: SiteFact) => before.right === 1;
    const repeated = own.filter(fact => fact.isRepeated);
    const unique = own.filter(fact => !fact.isRepeated);
    return [
      own[0]!.corpus,
      own[0]!.field,
      own.length,
      own.filter(isRight).length,
      own.filter(({ after }) => after.right === 1).length,
      own.filter(({ before, after }) => before.right < after.right).length,
      own.filter(({ before, after }) => before.right > after.right).length,
      share(repeated.filter(isRight), repeated),
      share(unique.filter(isRight), unique),
    ];
  });
  const columns = ['pages', 'right alone', 'with the site', 'gained', 'lost'];
  return markdownTable(
    ['corpus', 'field', ...columns, 'right if another page has the value', 'if none has'],
    rows,
  );
}

/** Pages named by what the titles of their site share, and a comparison with declared names; pages with another title. */
export function nameTable(names: readonly SiteNaming[]): string {
  const rows = [...grouped(names, ({ corpus }) => corpus)].map(([corpus, own]) => {
    const both = own.filter(({ declared, shown }) => declared !== undefined && shown !== undefined);
    const likeness = both.map(({ declared, shown }) => likenessOf(letters(declared!), letters(shown!)));
    const unnamed = own.filter(({ declared }) => declared === undefined);
    return [
      corpus,
      share(
        unnamed.filter(({ shown }) => shown !== undefined),
        unnamed,
      ),
      both.length,
      ...(['equal', 'part', 'other'] as const).map(kind => likeness.filter(each => each === kind).length),
      own.filter(({ isRetitled }) => isRetitled).length,
    ];
  });
  const columns = ['named, of pages without a name', 'named, of others', 'equal', 'one contains the other'];
  return markdownTable(['corpus', ...columns, 'different', 'titles changed'], rows);
}

const letters = (name: string) => plainText(name).replaceAll(' ', '');

function likenessOf(a: string, b: string): 'equal' | 'part' | 'other' {
  if (a === b) return 'equal';
  return a.includes(b) || b.includes(a) ? 'part' : 'other';
}
