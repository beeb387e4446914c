import type { Attribute } from './data/dataset.js';
import { LearnError } from './errors.js';
import type { ModelFile } from './estimator.js';

/** What a model says of itself; the format and its version are added. */
export type ModelContents = Omit<ModelFile, 'format' | 'version'>;

/** A model file around an algorithm's parameters, which must be numbers, strings, plain arrays and objects. */
export function modelFile(contents: ModelContents): ModelFile {
  return { format: 'pith-model', version: 1, ...contents };
}

/** Refuses what is no model file at all; the algorithm's own parameters are checked by its loader. */
export function checkModelFile(value: unknown): ModelFile {
  const file = new ModelReader(value, 'the file');
  file.literal('format', 'pith-model');
  file.literal('version', 1);
  file.string('algorithm');
  file.record('options');
  if (file.strings('classes').length === 0) refuse('the file', '“classes” to name at least one class', []);
  file.list('attributes').forEach(checkAttribute);
  if (file.has('metrics')) file.record('metrics');
  if (!file.has('parameters')) refuse('the file', '“parameters”', undefined);
  return value as ModelFile;
}

function checkAttribute(value: unknown, i: number): asserts value is Attribute {
  const attribute = new ModelReader(value, `attribute ${i}`);
  attribute.string('name');
  const kind = attribute.string('kind');
  if (kind === 'nominal') attribute.strings('values');
  else if (kind !== 'numeric') refuse(`attribute ${i}`, '“kind” to be numeric or nominal', kind);
}

/** A reader of the parameters of a file that must be of the given algorithm. */
export function parametersOf(file: ModelFile, algorithm: string): ModelReader {
  checkModelFile(file);
  if (file.algorithm !== algorithm) refuse('the file', `“algorithm” to be “${algorithm}”`, file.algorithm);
  return new ModelReader(file.parameters, `the parameters of ${algorithm}`);
}

/** Reads the fields of an object out of a file, each with the kind it must have. */
export class ModelReader {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #place: string;

  constructor(value: unknown, place: string) {
    if (!isRecord(value)) refuse(place, 'an object', value);
    this.#fields = value;
    this.#place = place;
  }

  /** Whether the field is there. */
  has(name: string): boolean {
    return this.#fields[name] !== undefined;
  }

  /** A field that must be exactly this. */
  literal(name: string, expected: string | number): void {
    if (this.#fields[name] !== expected) this.refuse(name, `to be “${expected}”`);
  }

  string(name: string): string {
    const value = this.#fields[name];
    return typeof value === 'string' ? value : this.refuse(name, 'to be a string');
  }

  /** A finite number. */
  number(name: string): number {
    const value = this.#fields[name];
    return Number.isFinite(value) ? (value as number) : this.refuse(name, 'to be a finite number');
  }

  /** An object of any fields. */
  record(name: string): Readonly<Record<string, unknown>> {
    const value = this.#fields[name];
    return isRecord(value) ? value : this.refuse(name, 'to be an object');
  }

  /** An object, to be read field by field. */
  object(name: string): ModelReader {
    return new ModelReader(this.#fields[name], `${this.#place}, “${name}”`);
  }

  /** A list of anything, of the given length where one is given. */
  list(name: string, length?: number): readonly unknown[] {
    const value = this.#fields[name];
    if (!Array.isArray(value)) return this.refuse(name, 'to be a list');
    if (length !== undefined && value.length !== length) {
      return this.refuse(name, `to hold ${length} entries`, `${value.length} entries`);
    }
    return value;
  }

  /** A list of strings. */
  strings(name: string, length?: number): readonly string[] {
    const value = this.list(name, length);
    const wrong = value.find(entry => typeof entry !== 'string');
    return wrong === undefined ? (value as string[]) : this.refuse(name, 'to hold strings only', wrong);
  }

  /** A list of finite numbers. */
  numbers(name: string, length?: number): Float64Array {
    const value = this.list(name, length);
    const wrong = value.findIndex(entry => !Number.isFinite(entry));
    if (wrong >= 0) this.refuse(name, `to hold finite numbers only (entry ${wrong})`, value[wrong]);
    return Float64Array.from(value as number[]);
  }

  /** A list of whole numbers from `from` to below `below`. */
  integers(name: string, from: number, below: number, length?: number): Int32Array {
    const value = this.list(name, length) as number[];
    const wrong = value.findIndex(entry => !Number.isInteger(entry) || entry < from || entry >= below);
    if (wrong >= 0) {
      this.refuse(name, `to hold whole numbers from ${from} to ${below - 1} (entry ${wrong})`, value[wrong]);
    }
    return Int32Array.from(value);
  }

  /** Throws that the field was expected otherwise. */
  refuse(name: string, expected: string, got: unknown = this.#fields[name]): never {
    return refuse(this.#place, `“${name}” ${expected}`, got);
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(place: string, expected: string, got: unknown): never {
  const text = typeof got === 'string' ? `“${got}”` : (JSON.stringify(got) ?? 'nothing');
  const short = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  throw new LearnError(
    'bad-model',
    `This is no model that can be loaded: in ${place}, expected ${expected}; got ${short}.`,
  );
}
