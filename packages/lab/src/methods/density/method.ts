import { pageTree } from '../../corpora/page-tree.js';
import type { Method } from '../../extractor.js';
import { densityExtractor } from './extractor.js';
import { goldOf } from './gold.js';
import { learnThresholds } from './learn.js';
import { DEFAULT_OPTIONS, type DensityModel, type DensityOptions, loadDensityModel } from './model.js';
import { outcomesOf, paperDecider } from './outcomes.js';

/** The style-density tree (Pappas, Katsimpras and Stamatatos 2012) as a method of the lab. */
export const densityMethod: Method<DensityModel, Partial<DensityOptions>> = {
  name: 'density',
  fit(examples, options) {
    const all = { ...DEFAULT_OPTIONS, ...options };
    const decider = paperDecider(all);
    const pages = examples.flatMap(example => {
      const tree = pageTree(example.page);
      const gold = goldOf(example, tree);
      return gold === undefined ? [] : [outcomesOf(tree, gold, decider)];
    });
    return { method: 'density', version: 1, thresholds: learnThresholds(pages), options: all };
  },
  load: loadDensityModel,
  toJSON: model => model,
  extractor: model => densityExtractor(model),
};
