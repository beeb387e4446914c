import { readLabels } from '../../corpora/labels.js';
import { readCorpus } from '../../corpora/read.js';
import { LabError } from '../../errors.js';
import type { MethodEntry } from '../entry.js';
import { nameOf, readModel, writeModel, writeModelFile } from '../model-file.js';
import { adaptedExtractor } from './extractor.js';
import { fitAdapted } from './fit.js';
import { type LearnedPage, learnedPage } from './learned-page.js';
import { adaptedFromJSON, adaptedToJSON, modelFileOf, NO_CORRECTION } from './model.js';

/** The default model corrected by somebody's own pages; as it is until some were learned from. */
export const adaptedMethod: MethodEntry = {
  title: 'the default, corrected by labelled pages',
  load: async () => adaptedExtractor(await learned()),
  async train({ corpus, out, root, onProgress, signal }) {
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
    return `${await writeModel(root, 'adapted', adaptedToJSON(model))}: learned from ${pages.length} pages`;
  },
};

/** The model that was trained here last, or none: nobody ships a correction. */
async function learned() {
  try {
    return adaptedFromJSON(await readModel('adapted'));
  } catch (error) {
    const { code } = ((error as LabError).cause ?? {}) as NodeJS.ErrnoException;
    if (code === 'ENOENT') return NO_CORRECTION;
    throw error;
  }
}
