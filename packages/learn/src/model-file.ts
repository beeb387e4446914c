import type { Attribute } from './data/dataset.js';
import { LearnError } from './errors.js';
import type { ModelFile } from './estimator.js';

type ModelContents = Omit<ModelFile, 'format' | 'version'>;

export function modelFile(contents: ModelContents): ModelFile {
  return { format: 'pith-model', version: 1, ...contents };
}

export function checkModelFile(value: unknown): ModelFile {
  const file = new ModelReader(value, 'the file');
  file.literal('format', 'pith-model');
  file.literal('version', 1);
  file.string('algorithm');
  file.record('options');
  if (file.strings('classes').length === 0) reject('the file', '“classes” to name at least one class', []);
  file.list('attributes').forEach(checkAttribute);
  if (file.has('metrics')) file.record('metrics');
  if (!file.has('parameters')) reject('the file', '“parameters”', undefined);
  return value as ModelFile;
}

function checkAttribute(value: unknown, i: number): asserts value is Attribute {
  const attribute = new ModelReader(value, `attribute ${i}`);
  attribute.string('name');
  const kind = attribute.string('kind');
  if (kind === 'nominal') attribute.strings('values');
  else if (kind !== 'numeric') reject(`attribute ${i}`, '“kind” to be numeric or nominal', kind);
}

export function parametersOf(file: ModelFile, algorithm: string): ModelReader {
  checkModelFile(file);
  if (file.algorithm !== algorithm) reject('the file', `“algorithm” to be “${algorithm}”`, file.algorithm);
  return new ModelReader(file.parameters, `the parameters of ${algorithm}`);
}

export class ModelReader {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #place: string;

  constructor(value: unknown, place: string) {
    if (!isRecord(value)) reject(place, 'an object', value);
    this.#fields = value;
    this.#place = place;
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  literal(name: string, expected: string | number): void {
    if (this.#fields[name] !== expected) this.reject(name, `to be “${expected}”`);
  }

  string(name: string): string {
    const value = this.#fields[name];
    return typeof value === 'string' ? value : this.reject(name, 'to be a string');
  }

  number(name: string): number {
    const value = this.#fields[name];
    return Number.isFinite(value) ? (value as number) : this.reject(name, 'to be a finite number');
  }

  record(name: string): Readonly<Record<string, unknown>> {
    const value = this.#fields[name];
    return isRecord(value) ? value : this.reject(name, 'to be an object');
  }

  object(name: string): ModelReader {
    return new ModelReader(this.#fields[name], `${this.#place}, “${name}”`);
  }

  list(name: string, length?: number): readonly unknown[] {
    const value = this.#fields[name];
    if (!Array.isArray(value)) return this.reject(name, 'to be a list');
    if (length !== undefined && value.length !== length) {
      return this.reject(name, `to have ${length} entries`, `${value.length} entries`);
    }
    return value;
  }

  strings(name: string): readonly string[] {
    const value = this.list(name);
    const wrong = value.find(entry => typeof entry !== 'string');
    return wrong === undefined ? (value as string[]) : this.reject(name, 'to contain only strings', wrong);
  }

  numbers(name: string, length?: number): Float64Array {
    const value = this.list(name, length);
    const wrong = value.findIndex(entry => !Number.isFinite(entry));
    if (wrong >= 0) this.reject(name, `to contain only finite numbers (entry ${wrong})`, value[wrong]);
    return Float64Array.from(value as number[]);
  }

  integers(name: string, from: number, below: number, length?: number): Int32Array {
    const value = this.list(name, length) as number[];
    const wrong = value.findIndex(entry => !Number.isInteger(entry) || entry < from || entry >= below);
    if (wrong >= 0) {
      this.reject(
        name,
        `to contain only integers from ${from} to ${below - 1} (entry ${wrong})`,
        value[wrong],
      );
    }
    return Int32Array.from(value);
  }

  reject(name: string, expected: string, got: unknown = this.#fields[name]): never {
    return reject(this.#place, `“${name}” ${expected}`, got);
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function reject(place: string, expected: string, got: unknown): never {
  const text = typeof got === 'string' ? `“${got}”` : (JSON.stringify(got) ?? 'nothing');
  const short = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  throw new LearnError(
    'bad-model',
    `Cannot load the model: in ${place}, expected ${expected}; got ${short}.`,
  );
}
