export interface CorpusRole {
  /** Content and licence, for the model card. */
  readonly what: string;
  /** True if its licence permits any use of what is learned; the shipped model is trained on these only. */
  readonly isFree: boolean;
}

/** Training and held-out corpora, in the order of tables. */
export const CORPORA: Readonly<Record<string, CorpusRole>> = {
  wcxb: { what: 'seven page types, gold text (WCXB development split, CC-BY-4.0)', isFree: true },
  newspapers: { what: 'news articles of 2023, gold text (newspaper4k dataset, Apache-2.0)', isFree: true },
  chinese: {
    what: 'Chinese articles, gold text (Chinese Web Content Extraction Dataset, MIT)',
    isFree: true,
  },
  forums: { what: 'discussions, gold posts (Harvest, Apache-2.0)', isFree: true },
  segments: {
    what: 'pages of many languages; our labels of blocks, else snippets (trafilatura evaluation set, Apache-2.0)',
    isFree: true,
  },
  dates: {
    what: 'pages of many languages; our labels of blocks (htmldate evaluation set, Apache-2.0)',
    isFree: true,
  },
  dragnet: { what: 'blogs and news of 2012 (Dragnet, AGPL)', isFree: false },
  cleaneval: { what: 'the open web of 2006 (CleanEval, no licence stated)', isFree: false },
  l3s: { what: 'news of 2008 (L3S-GN1, for research)', isFree: false },
  chaos: { what: 'news found by search in 2017 (for research)', isFree: false },
  big9: { what: 'nine large news sites, 2005 to 2017 (for research)', isFree: false },
  portals: { what: 'four portals (CleanPortalEval, no licence stated)', isFree: false },
};

/** Corpora with a common origin, left out of training together. */
export const LEFT_OUT_TOGETHER: readonly (readonly string[])[] = [
  ['wcxb'],
  ['newspapers'],
  ['chinese'],
  ['forums'],
  ['segments', 'dates'],
];
