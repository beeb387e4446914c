import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Model, ModelFile } from 'webpith';
import { CommandError, describeError, fileError } from '../errors.js';
import { installed } from '../installed.js';

/** The model of all corpora, which is a package of its own because of its terms. */
const WIDE = 'wide';

/** Adds the option that names a model, for every command that extracts. */
export function withModel(command: Command): Command {
  return command.option('--model <name>', 'what decides: a file that pith train wrote, or wide');
}

/** A model, and what its file holds: threads are sent that and make a model of it, each once. */
export interface ReadModel {
  readonly model: Model;
  readonly file: ModelFile;
}

/** A model by its name or its file, checked; undefined where none is named and the default decides. */
export async function readModel(name: string | undefined): Promise<ReadModel | undefined> {
  if (name === undefined) return undefined;
  if (name === WIDE) {
    const { WIDE: file, wide: model } = await installed('@webpith/wide', () => import('@webpith/wide'));
    return { model, file };
  }
  const text = await readFile(name, 'utf8').catch(error => {
    throw fileError(error, name, 'read');
  });
  const { loadModel } = await import('webpith');
  try {
    const file = JSON.parse(text) as ModelFile;
    return { model: loadModel(file), file };
  } catch (cause) {
    throw new CommandError(`${name}: ${describeError(cause, false)}`, { cause });
  }
}
