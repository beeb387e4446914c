import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { LabError } from '../errors.js';
import type { ImporterName } from './importers/importers.js';

interface LocateOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly from?: string;
}

/** `PITH_CORPORA`, or `shared/corpora` beside the repository. Throws if the former is not a folder. */
export function locateCorpora(options: LocateOptions = {}): string | undefined {
  const { env = process.env, from = process.cwd() } = options;
  const named = env.PITH_CORPORA;
  if (named) {
    if (isFolder(named)) return resolve(named);
    const message = `PITH_CORPORA names “${named}”, which is not a folder. Name the folder that holds the corpora, or unset it.`;
    throw new LabError('no-corpus', message);
  }
  const root = repositoryRoot(from);
  const beside = root && join(root, '..', 'shared', 'corpora');
  return beside && isFolder(beside) ? resolve(beside) : undefined;
}

export function listCorpora(root: string): string[] {
  return readdirSync(root)
    .filter(name => isCorpus(join(root, name)))
    .sort();
}

export function locateCorpus(nameOrDir: string, options: LocateOptions = {}): string {
  if (isCorpus(nameOrDir)) return resolve(nameOrDir);
  const root = locateCorpora(options);
  const named = root && join(root, nameOrDir);
  if (named && isCorpus(named)) return named;
  const known = root ? `Known by name: ${listCorpora(root).join(', ')}.` : 'Set PITH_CORPORA to use names.';
  throw new LabError(
    'no-corpus',
    `There is no corpus “${nameOrDir}”: expected a folder with pages.jsonl. ${known}`,
  );
}

function repositoryRoot(from: string): string | undefined {
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    if (hasWorkspaces(join(dir, 'package.json'))) return dir;
    if (dir === dirname(dir)) return undefined;
  }
}

function hasWorkspaces(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    return 'workspaces' in (JSON.parse(readFileSync(file, 'utf8')) as object);
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function isCorpus(path: string): boolean {
  return existsSync(join(path, 'pages.jsonl'));
}

/** A corpus that others have published. Downloaded by hand, since most have terms to agree to. */
export interface PublicCorpus {
  readonly title: string;
  readonly licence: string;
  readonly url: string;
  readonly steps: string;
  readonly layout?: ImporterName;
  readonly source?: string;
}

const COMBINED = 'https://github.com/chatnoir-eu/web-content-extraction-benchmark';

/** A set of the benchmark of Bevendorff et al. (2023), which has eight older sets in one format. */
function combined(set: string, title: string, licence: string): PublicCorpus {
  return {
    title,
    licence,
    url: COMBINED,
    steps: 'clone it and unpack datasets/combined.tar.xz; the folder is datasets/combined',
    layout: 'combined',
    source: join('ground-truth', `${set}.jsonl`),
  };
}

const cloned = (folder: string) => `clone it; the folder is ${folder}`;

export const PUBLIC_CORPORA: Readonly<Record<string, PublicCorpus>> = {
  wcxb: {
    title: 'Web Content Extraction Benchmark (Foley 2026): seven page types',
    licence: 'CC-BY-4.0',
    url: 'https://github.com/Murrough-Foley/web-content-extraction-benchmark',
    steps: cloned('the clone, with ground-truth.json and html/'),
    layout: 'article-extraction-benchmark',
  },
  newspapers: {
    title: 'newspaper4k article-extraction-dataset: news of 2023',
    licence: 'Apache-2.0',
    url: 'https://github.com/AndyTheFactory/article-extraction-dataset',
    steps: cloned('the clone, with articles.json and html/'),
    layout: 'article-extraction-benchmark',
  },
  scrapinghub: {
    title: 'Article extraction benchmark of Scrapinghub: news of 2019',
    licence: 'MIT',
    url: 'https://github.com/scrapinghub/article-extraction-benchmark',
    steps: cloned('the clone, with ground-truth.json and html/'),
    layout: 'article-extraction-benchmark',
  },
  chinese: {
    title: 'Chinese Web Content Extraction Dataset',
    licence: 'MIT',
    url: 'https://github.com/immortal-autumn/Chinese-Web-Content-Extraction-Dataset',
    steps: cloned('the clone, with Original/ and cleaned/'),
    layout: 'cleaneval',
  },
  dragnet: {
    title: 'Dragnet (Peters and Lecocq 2013): blogs and news of 2012',
    licence: 'AGPL-3.0',
    url: 'https://github.com/seomoz/dragnet_data',
    steps: 'clone it and unpack its archives; the folder is the clone, with HTML/ and Corrected/',
    layout: 'dragnet',
  },
  cleaneval: {
    title: 'CleanEval (Baroni et al. 2008): the open web of 2006',
    licence: 'none stated',
    url: 'https://cleaneval.sigwac.org.uk/',
    steps: 'download the gold standard; the folder has the original and the cleaned files',
    layout: 'cleaneval',
  },
  'l3s-gn1': combined('l3s-gn1', 'L3S-GN1 (Kohlschütter et al. 2010): news of 2008', 'for research'),
  cleanportaleval: combined('cleanportaleval', 'CleanPortalEval (Endrédy and Novák 2013)', 'none stated'),
  cetd: combined('cetd', 'CETD (Sun et al. 2011): six sites', 'none stated'),
  'google-trends-2017': combined(
    'google-trends-2017',
    'Google-Trends (Leonhardt et al. 2020)',
    'none stated',
  ),
  forums: {
    title: 'Harvest (Weichselbraun et al. 2020): discussions',
    licence: 'Apache-2.0',
    url: 'https://github.com/fhgr/harvest',
    steps: 'clone it; the gold is in corpus/goldDocuments',
  },
  segments: {
    title: 'Evaluation set of trafilatura: pages of many languages with snippets',
    licence: 'Apache-2.0',
    url: 'https://github.com/adbar/trafilatura',
    steps: 'clone it; the set is in tests/',
  },
  dates: {
    title: 'Evaluation set of htmldate: publication dates',
    licence: 'Apache-2.0',
    url: 'https://github.com/adbar/htmldate',
    steps: 'clone it; the set is in tests/',
  },
};
