import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Article, extract } from 'webpith';
import type { Page } from '../../corpora/corpus.js';
import { readCorpus } from '../../corpora/read.js';
import { LabError } from '../../errors.js';
import { bagOfWords } from '../../metrics/overlap.js';
import { wordsOf } from '../../metrics/words.js';
import {
  type MarkedParts,
  markdownTable,
  percent,
  signedInterval,
  writeResults,
} from '../../report/markdown.js';
import { bootstrapMean } from '../../statistics/bootstrap.js';
import { type MethodJob, yieldToAbort } from '../method.js';
import { CORPORA } from './corpora.js';
import { mean } from './results.js';

interface TitledPage {
  readonly corpus: string;
  readonly isInGold: boolean;
  readonly plain: number;
  readonly titled: number;
}

const BEGINNING = 80;

export async function measureConventions(job: MethodJob): Promise<string> {
  const { corpora, root, onProgress = () => {}, signal } = job;
  const pages: TitledPage[] = [];
  for (const corpus of heldOutIn(corpora)) {
    for await (const page of readCorpus(join(corpora, corpus), { onProblem: () => {} })) {
      if (page.text !== undefined) pages.push(titledPage(corpus, page, page.text));
      await yieldToAbort(signal);
      onProgress(`pages of ${corpus}`, pages.length);
    }
  }
  return await writeResults(root, 'default', { parts: conventionParts(pages) });
}

function heldOutIn(corpora: string): string[] {
  const heldOut = Object.entries(CORPORA).flatMap(([name, { isFree }]) => (isFree ? [] : [name]));
  const found = heldOut.filter(name => existsSync(join(corpora, name)));
  if (found.length > 0) return found;
  throw new LabError('bad-input', `None of ${heldOut.join(', ')} is in ${corpora}.`);
}

function titledPage(corpus: string, { html, url }: Page, gold: string): TitledPage {
  const read = (title: boolean): Article => extract(html, { url, include: { title } });
  const plain = read(false);
  const title = wordsOf(plain.title ?? '').join(' ');
  const beginning = ` ${wordsOf(gold).slice(0, BEGINNING).join(' ')} `;
  return {
    corpus,
    isInGold: title !== '' && beginning.includes(` ${title} `),
    plain: bagOfWords(gold, plain.text).f1,
    titled: bagOfWords(gold, read(true).text).f1,
  };
}

export function conventionParts(pages: readonly TitledPage[]): MarkedParts {
  const rows = [...new Set(pages.map(({ corpus }) => corpus))].map(corpus => {
    const own = pages.filter(page => page.corpus === corpus);
    return [
      corpus,
      `${own.length}`,
      percent(own.filter(({ isInGold }) => isInGold).length / own.length),
      mean(own.map(({ plain }) => plain)).toFixed(3),
      mean(own.map(({ titled }) => titled)).toFixed(3),
      signedInterval(bootstrapMean(own.map(({ titled, plain }) => titled - plain))),
    ];
  });
  const heading = [
    'pages of',
    'n',
    'gold has the title',
    'without the title',
    'with the title',
    'difference',
  ];
  return { titles: markdownTable(heading, rows) };
}
