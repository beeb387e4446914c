import { LabError } from '@webpith/lab';
import { GENRES, type Genre } from './corpus-genres.js';
import { instancesToArff, TASKS, type Task } from './dataset.js';
import { readTrainingPages } from './training-pages.js';

/** Which instances of a corpus are exported. */
export interface ArffOptions {
  /** `segment`, `content` or `single`: what their class says. */
  readonly task?: string;
  /** `news`, `blog` or `forum`; all pages otherwise. */
  readonly genre?: string;
  readonly signal?: AbortSignal;
}

/**
 * The labelled candidates of a corpus with the thesis's own features in Weka's format, as its labelling tool exports them
 * (§6.3): what `pith train seeker` learns from. Labels come from people where they labelled, from the gold text elsewhere.
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
