import { C45Model } from '@webpith/learn';
import { drawTree } from '../../report/tree-drawing.js';
import { readModel } from '../model-file.js';
import { seeker } from '../seeker/method.js';
import type { SeekerModel } from '../seeker/model.js';
import { trainSeeker } from '../seeker/train.js';
import { trainingPage } from '../seeker/training-pages.js';
import { loadedExtractor, refuseNone, type TrainableMethod, type TrainingPlot } from './trainable.js';

/** Two phases of decision trees. Genres that the pages lack are those of the shipped model. */
export const trainableSeeker: TrainableMethod = {
  title: 'Content Seeker',
  needs: 'good and bad segments, or the main content of each page',
  async train(examples, { onProgress }) {
    const pages = examples.flatMap(example => trainingPage(example, 'examples') ?? []);
    const told = pages.filter(({ instances }) => instances);
    refuseNone(told, 'main content or segments');
    const earlier = seeker.load(await readModel('seeker'));
    const model = trainSeeker(told, earlier, onProgress);
    const learned = new Set(told.map(({ genre }) => genre));
    return { model: seeker.toJSON(model), plots: [...learned].flatMap(genre => treesOf(model, genre)) };
  },
  extractor: loadedExtractor(seeker),
};

function treesOf({ genres }: SeekerModel, genre: keyof SeekerModel['genres']): TrainingPlot[] {
  return Object.entries(genres[genre].classifiers).flatMap(([task, model]) =>
    model instanceof C45Model
      ? [{ title: `Decision tree: ${genre} pages, ${task}`, svg: drawTree(model) }]
      : [],
  );
}
