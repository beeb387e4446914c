import { readFile } from 'node:fs/promises';
import type { Model } from 'webpith';
import { CommandError, describeError, fileError } from '../errors.js';
import { installed } from '../installed.js';

/** The model of all corpora, which is a package of its own because of its terms. */
const WIDE = 'wide';

/** A model by its name or its file. */
export async function readModel(name: string): Promise<Model> {
  if (name === WIDE) return (await installed('@webpith/wide', () => import('@webpith/wide'))).wide;
  const text = await readFile(name, 'utf8').catch(error => {
    throw fileError(error, name, 'read');
  });
  const { loadModel } = await import('webpith');
  try {
    return loadModel(JSON.parse(text));
  } catch (cause) {
    throw new CommandError(`${name}: ${describeError(cause, false)}`, { cause });
  }
}
