import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ModelFile } from 'webpith';
import { writeAtomically } from '../corpora/write.js';
import { LabError } from '../errors.js';

// The same from the sources and from the build: both lie two folders below the package.
const packageFolder = fileURLToPath(new URL('../..', import.meta.url));

/** The model that is shipped for a method, as `toJSON` wrote it. */
export async function readModel(method: string): Promise<unknown> {
  const file = join(packageFolder, 'models', `${method}.json.gz`);
  try {
    return JSON.parse(gunzipSync(await readFile(file)).toString('utf8'));
  } catch (cause) {
    const message = `${file}: expected the model of “${method}” (${(cause as Error).message}). Train it: pith train ${method}.`;
    throw new LabError('bad-model', message, { cause });
  }
}

/** The model that is given, or the shipped one where none is. */
export async function modelOf(method: string, given: unknown): Promise<unknown> {
  return given === undefined ? await readModel(method) : given;
}

/** Ships a model; the one before it is replaced in one step. Gives the file's path. */
export async function writeModel(root: string, method: string, model: unknown): Promise<string> {
  const file = join(root, 'packages/lab/models', `${method}.json.gz`);
  await mkdir(dirname(file), { recursive: true });
  await writeAtomically(file, gzipSync(JSON.stringify(model), { level: 9 }));
  return file;
}

/** Writes the file of a model that is used by naming it; says so. */
export async function writeModelFile(path: string, file: ModelFile): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeAtomically(path, `${JSON.stringify(file)}\n`);
  return `${path} is written; use it with --model ${path}`;
}

/** The name of a model that is written to a file. */
export function nameOf(path: string): string {
  return basename(path, extname(path));
}
