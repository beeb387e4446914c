import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Model, ModelFile } from 'webpith';
import { CommandError, describeError, fileError } from '../errors.js';
import { installed } from '../installed.js';

/** Name of the model in `@webpith/wide`, a separate package because of its licence terms. */
const WIDE = 'wide';

export function withModel(command: Command): Command {
  return command.option('--model <name>', 'model file of pith train, or “wide” (package @webpith/wide)');
}

/** A model and the content of its file, from which worker threads load it themselves. */
export interface ReadModel {
  readonly model: Model;
  readonly file: ModelFile;
}

/** Loads a model by name or path; undefined for the built-in one. */
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
