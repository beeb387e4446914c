import { type Extractor, readCorpus } from '@webpith/lab';
import { declaredLanguage } from '@webpith/lab/internals';
import { LANGUAGES } from '../stop-words.js';

/** Agreement of the detected language with the declared one. */
export interface LanguageAgreement {
  readonly language: string;
  readonly pages: number;
  readonly agreed: number;
}

/** Compares the detected with the declared language, for languages with a stop word list. */
export async function languageAgreement(
  extractor: Extractor,
  folders: readonly string[],
): Promise<LanguageAgreement[]> {
  const counts = new Map<string, { pages: number; agreed: number }>();
  for (const folder of folders) {
    for await (const page of readCorpus(folder, { onProblem: () => undefined })) {
      const declared = declaredLanguage(page.html);
      if (!(LANGUAGES as readonly (string | undefined)[]).includes(declared)) continue;
      const { language } = await extractor.extract(page);
      const count = counts.get(declared!) ?? { pages: 0, agreed: 0 };
      count.pages++;
      if (language === declared) count.agreed++;
      counts.set(declared!, count);
    }
  }
  return [...counts]
    .map(([language, count]) => ({ language, ...count }))
    .sort((a, b) => b.pages - a.pages || (a.language < b.language ? -1 : 1));
}
