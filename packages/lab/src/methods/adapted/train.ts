import { readLabels } from '../../corpora/labels.js';
import { readCorpus } from '../../corpora/read.js';
import { LabError } from '../../errors.js';
import type { MethodJob } from '../method.js';
import { labModels, nameOf, writeModelFile } from '../model-file.js';
import { fitAdapted } from './fit.js';
import { type LearnedPage, learnedPage } from './learned-page.js';
import { adaptedToJSON, modelFileOf } from './model.js';

/** Fits a correction to a labelled folder, for this installation or for a file. */
export async function trainAdapted({ corpus, out, root, onProgress, signal }: MethodJob): Promise<string> {
  if (corpus === undefined) {
    const message = 'A correction is learned from one folder of labelled pages; name it: --corpus FOLDER.';
    throw new LabError('bad-option', message);
  }
  const pages: LearnedPage[] = [];
  for await (const page of readCorpus(corpus, { onProblem: () => {} })) {
    signal?.throwIfAborted();
    const labels = await readLabels(corpus, page);
    const own = learnedPage({ page, ...(labels && { labels }) });
    if (own) pages.push(own);
    onProgress?.('pages read', pages.length);
  }
  const model = fitAdapted(
    pages,
    {},
    {
      onProgress: share => onProgress?.('correction', share),
      stopped: () => signal?.aborted ?? false,
    },
  );
  if (out !== undefined) return await writeModelFile(out, modelFileOf(model, nameOf(out)));
  return `${await labModels.write(root, 'adapted', adaptedToJSON(model))}: learned from ${pages.length} pages`;
}
