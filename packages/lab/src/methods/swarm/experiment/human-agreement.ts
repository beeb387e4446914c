import { readGold } from '../../../corpora/read.js';
import { scaledCosine } from '../../../metrics/cosine.js';

/** How far two annotations of the same page agree: HL of table 1. */
export interface HumanAgreement {
  /** Pages that were annotated twice. */
  readonly pages: number;
  /** Mean scaled cosine of their two gold texts; undefined where there is none. */
  readonly score: number | undefined;
}

/** Looks through corpora for addresses with two gold texts. */
export async function humanAgreement(folders: readonly string[]): Promise<HumanAgreement> {
  const texts = new Map<string, string[]>();
  for (const folder of folders) {
    for await (const { gold } of readGold(folder, { onProblem: () => undefined })) {
      if (gold.url === undefined || !gold.text?.trim()) continue;
      const address = bareAddress(gold.url);
      texts.set(address, [...(texts.get(address) ?? []), gold.text]);
    }
  }
  const scores = [...texts.values()].flatMap(([first, second]) =>
    second === undefined ? [] : [scaledCosine(first!, second)],
  );
  const sum = scores.reduce((total, score) => total + score, 0);
  return { pages: scores.length, score: scores.length === 0 ? undefined : sum / scores.length };
}

/** An address without what does not change the page: scheme, `www.`, fragment, final slash. */
function bareAddress(url: string): string {
  return url
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/#.*$/, '')
    .replace(/\/$/, '');
}
