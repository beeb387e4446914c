import { methodJobCommand } from './method-job.js';

/** `pith experiment`: repeats what a method's paper measured, on our corpora, and writes the results. */
export const experimentCommand = methodJobCommand({
  name: 'experiment',
  description: 'repeat the experiments of a method’s paper',
  example: 'pith experiment swarm --corpora ../shared/corpora',
  ability: 'with experiments',
});
