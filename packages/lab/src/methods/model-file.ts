import { mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ModelFile } from 'webpith';
import { MAX_MODEL_BYTES, MODEL_FORMAT, MODEL_VERSION } from 'webpith/stages';
import { asObject, writeAtomically } from '../corpora/files.js';
import { LabError } from '../errors.js';

/** The format of the library, with the method's name. The library's own models name no method. */
export interface MethodModel {
  readonly format: typeof MODEL_FORMAT;
  readonly version: typeof MODEL_VERSION;
  readonly name: string;
  readonly method: string;
  readonly weights: Readonly<Record<string, unknown>>;
  readonly card: ModelCard;
}

export interface ModelCard {
  readonly training?: TrainingRecord;
  readonly metrics?: Readonly<Record<string, unknown>>;
  readonly [more: string]: unknown;
}

export interface TrainingRecord {
  readonly pages: number;
  readonly corpora: readonly { readonly name: string; readonly digest: string }[];
}

export function methodModel(
  method: string,
  weights: Readonly<Record<string, unknown>>,
  card: ModelCard = {},
): MethodModel {
  return { format: MODEL_FORMAT, version: MODEL_VERSION, name: method, method, weights, card };
}

/** Checks everything but the weights, which the method checks itself. */
export function checkMethodModel(method: string, json: unknown): MethodModel {
  const file = asObject(json);
  const { format, version, weights, card = {}, method: owner = 'default' } = file ?? {};
  if (format !== MODEL_FORMAT || version !== MODEL_VERSION) {
    const got = file === undefined ? 'something else' : `format “${format}”, version ${version}`;
    throw badModel(method, `a model file (format “${MODEL_FORMAT}”, version ${MODEL_VERSION})`, got);
  }
  if (owner !== method) throw badModel(method, `a model of “${method}”`, `a model of “${owner}”`);
  if (asObject(weights) === undefined || asObject(card) === undefined)
    throw badModel(method, '“weights” and “card” as objects', `${typeof weights} and ${typeof card}`);
  return { ...(file as unknown as MethodModel), card: card as ModelCard };
}

export function badModel(method: string, expected: string, got: string, cause?: unknown): LabError {
  const message = `${method}: expected ${expected}, got ${got.slice(0, 300)}. Train it: pith train ${method}.`;
  return new LabError('bad-model', message, { cause });
}

export function methodOfModel(file: unknown): string {
  const method = asObject(file)?.method ?? 'default';
  return typeof method === 'string' ? method : 'default';
}

export async function readModelFile(path: string): Promise<unknown> {
  try {
    const bytes = await readFile(path);
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const text = isCompressed ? gunzipSync(bytes, { maxOutputLength: MAX_MODEL_BYTES }) : bytes;
    return JSON.parse(text.toString('utf8'));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const what = code === 'ENOENT' ? 'there is no such file' : message;
    throw new LabError('bad-model', `${path} is not a model file: ${what}.`, { cause });
  }
}

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

export async function writeModelFile(path: string, file: ModelFile | MethodModel): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeAtomically(path, `${JSON.stringify(file)}\n`);
  return `Wrote ${path}. Use it with --model ${path}`;
}

export function nameOf(path: string): string {
  return basename(path, extname(path));
}
