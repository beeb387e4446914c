import { LabError } from '@webpith/lab';
import { GENRES, type Genre } from './corpus-genres.js';
import { instancesToArff, TASKS, type Task } from './dataset.js';
import { readTrainingPages } from './training-pages.js';

export interface ArffOptions {
  /** `segment`, `content` or `single`. */
  readonly task?: string;
  /** `news`, `blog` or `forum`; default: all pages. */
  readonly genre?: string;
  readonly signal?: AbortSignal;
}

/**
 * Exports the labelled candidates of a corpus with the thesis's features in Weka's format, like its labelling tool
 * (§6.3): the training data of `pith train seeker`. Labels are manual where available, otherwise derived from the
 * gold text.
 */
export async function segmentsArff(folder: string, options: ArffOptions = {}): Promise<string> {
  const { signal } = options;
  const task = named(options.task ?? 'segment', Object.keys(TASKS) as Task[], 'task');
  const genre = options.genre === undefined ? undefined : named<Genre>(options.genre, GENRES, 'genre');
  const pages = await readTrainingPages([folder], undefined, signal);
  const own = pages.filter(page => genre === undefined || page.genre === genre);
  const instances = own.flatMap(page => page.instances ?? []);
  if (instances.length > 0) return instancesToArff(instances, task);
  const message = `“${folder}” has no labelled page of the genre ${genre}. Name another genre, or leave it out.`;
  throw new LabError('bad-corpus', message);
}

function named<N extends string>(given: string, names: readonly N[], what: string): N {
  const found = names.find(name => name === given);
  if (found !== undefined) return found;
  throw new LabError('bad-option', `Expected a ${what} of ${names.join(', ')}, got “${given}”.`);
}
