import { methodJobCommand } from './method-job.js';

/** `pith train`: learns a method from corpora and puts the model where it is used from. */
export const trainCommand = methodJobCommand({
  name: 'train',
  description: 'learn a method from corpora',
  example: 'pith train default --corpora ../shared/corpora',
  ability: 'that can be trained',
});
