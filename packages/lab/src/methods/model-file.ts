import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ModelFile } from 'webpith';
import { MODEL_FORMAT, MODEL_VERSION } from 'webpith/stages';
import { writeAtomically } from '../corpora/files.js';
import { LabError } from '../errors.js';

interface ShippedModels {
  read(method: string, given?: unknown): Promise<unknown>;
  write(root: string, method: string, model: unknown): Promise<string>;
}

/** `name` is the package's folder in the repository, `installed` its root where it is installed. */
export function shippedModels(name: string, installed: URL): ShippedModels {
  const fileOf = (folder: string, method: string) => join(folder, 'models', `${method}.json.gz`);
  return {
    async read(method, given) {
      if (given !== undefined) return given;
      const file = fileOf(fileURLToPath(installed), method);
      try {
        return JSON.parse(gunzipSync(await readFile(file)).toString('utf8'));
      } catch (cause) {
        const message = `Cannot read the model of “${method}” from ${file} (${(cause as Error).message}). Train it: pith train ${method}.`;
        throw new LabError('bad-model', message, { cause });
      }
    },
    async write(root, method, model) {
      const file = fileOf(join(root, 'packages', name), method);
      await mkdir(dirname(file), { recursive: true });
      await writeAtomically(file, gzipSync(JSON.stringify(model), { level: 9 }));
      return file;
    },
  };
}

/** The path is the same from `src/methods` and from `dist/methods`. */
export const labModels = shippedModels('lab', new URL('../..', import.meta.url));

export function modelFileWith(
  name: string,
  weights: ModelFile['weights'],
  card?: ModelFile['card'],
): ModelFile {
  return {
    format: MODEL_FORMAT,
    version: MODEL_VERSION,
    name,
    weights,
    ...(card === undefined ? {} : { card }),
  };
}

export async function writeModelFile(path: string, file: ModelFile): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeAtomically(path, `${JSON.stringify(file)}\n`);
  return `Wrote ${path}. Use it with --model ${path}`;
}

export function nameOf(path: string): string {
  return basename(path, extname(path));
}
