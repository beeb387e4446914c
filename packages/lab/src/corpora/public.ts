import { join } from 'node:path';
import type { ImporterName } from './importers/importers.js';

/** A corpus that others have published. It is downloaded by hand, since most ask their users to agree to terms. */
export interface PublicCorpus {
  readonly title: string;
  readonly licence: string;
  readonly url: string;
  /** Steps from the download to the folder that is converted. */
  readonly steps: string;
  /** Absent if there is no importer for its format. */
  readonly layout?: ImporterName;
  /** The path that the importer reads, inside that folder. */
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

/** Name → corpus. */
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
