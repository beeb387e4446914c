import { readFile } from 'node:fs/promises';
import type { Measurement } from './gate.js';

const MODEL = 'model, ';

export const isOfModel = (name: string): boolean => name.startsWith(MODEL);

interface Card {
  readonly version: string;
  readonly corpora: readonly { readonly name: string; readonly digest: string; readonly pages: number }[];
  readonly outOfFold: { readonly f1: Readonly<Record<string, number>> };
  readonly onCorporaNeverSeen?: Readonly<Record<string, number>>;
  readonly withoutCorpus?: Readonly<Record<string, number>>;
}

/**
 * Reads the out-of-fold figures of the model card. They have floors too, because figures on training pages
 * predict little about other pages.
 */
export async function cardMeasurements(file: string): Promise<Measurement[]> {
  const card = JSON.parse(await readFile(file, 'utf8')) as Card;
  const tables = {
    'out of fold': card.outOfFold.f1,
    'corpora never seen': card.onCorporaNeverSeen,
    'without its corpus': card.withoutCorpus,
  };
  const digest = card.corpora.map(corpus => corpus.digest.slice(0, 16)).join(' ');
  const pages = card.corpora.reduce((sum, corpus) => sum + corpus.pages, 0);
  return Object.entries(tables).flatMap(([table, f1]) =>
    f1 === undefined
      ? []
      : [
          {
            corpus: MODEL + table,
            digest,
            versions: { extractor: card.version, scorer: 'training' },
            pages,
            f1,
          },
        ],
  );
}
