import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Command } from 'commander';
import type { Model, ModelFile } from 'webpith';
import { CommandError, describeError, fileError, UsageError } from '../errors.js';
import { installed } from '../installed.js';

/** Name of the model in `@webpith/wide`, a separate package because of its licence terms. */
const WIDE = 'wide';

export function withModel(command: Command): Command {
  return command.option(
    '--model <file>',
    'model file from pith train (also sets the method), or “wide” if @webpith/wide is installed (default: built-in model)',
  );
}

/** For commands that extract whole articles, see `readLibraryModel`. */
export function withLibraryModel(command: Command): Command {
  return command.option(
    '--model <file>',
    'file from pith train default or pith train adapted, or “wide” if @webpith/wide is installed (default: built in)',
  );
}

/** A model of the library, and the content of its file, from which each worker thread loads the model. */
export interface LibraryModel {
  readonly method: 'default';
  readonly model: Model;
  readonly file: ModelFile;
}

export interface OtherModel {
  readonly method: string;
  readonly model?: undefined;
  readonly file: ModelFile;
}

export type ReadModel = LibraryModel | OtherModel;

/** Loads a model by name or path; undefined for the built-in one. */
export async function readModel(name: string | undefined): Promise<ReadModel | undefined> {
  if (name === undefined) return undefined;
  if (name === WIDE) {
    const { WIDE: file, wide: model } = await installed('@webpith/wide', () => import('@webpith/wide'));
    return { method: 'default', model, file };
  }
  const file = await parsedFile(name);
  const { method = 'default' } = file;
  if (typeof method === 'string' && method !== 'default') return { method, file };
  const { loadModel } = await import('webpith');
  try {
    return { method: 'default', model: loadModel(file), file };
  } catch (cause) {
    throw new CommandError(`${name}: ${describeError(cause, false)}`, { cause });
  }
}

async function parsedFile(name: string): Promise<ModelFile> {
  const bytes = await readFile(name).catch(error => {
    throw fileError(error, name, 'read');
  });
  const { MAX_MODEL_BYTES } = await import('webpith/stages');
  let value: unknown;
  try {
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = isCompressed ? gunzipSync(bytes, { maxOutputLength: MAX_MODEL_BYTES }) : bytes;
    value = JSON.parse(text.toString('utf8'));
  } catch (cause) {
    const why = (cause as Error).message;
    throw new CommandError(`${name} is not a model file (${why}); write one with pith train`, { cause });
  }
  if (typeof value === 'object' && value !== null) return value as ModelFile;
  throw new CommandError(
    `${name} is not a model file: expected a model, got ${value === null ? 'null' : typeof value}; write one with pith train`,
  );
}

/** Loads a model for a command that extracts whole articles, which only the models of the library produce. */
export async function readLibraryModel(name: string | undefined): Promise<LibraryModel | undefined> {
  const read = await readModel(name);
  if (read === undefined || read.model !== undefined) return read;
  throw new UsageError(
    `${name} is a model of the method ${read.method}; this command needs a model of the method default or adapted`,
  );
}
