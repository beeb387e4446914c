import { LabError } from '@webpith/lab';
import { shippedModels } from '@webpith/lab/internals';
import { type ClassifierModel, loadModel } from '@webpith/learn';

export const { read: readModel, write: writeModel } = shippedModels('papers', new URL('..', import.meta.url));

export class ModelReader {
  constructor(readonly method: string) {}

  file(json: unknown, format: string, version: number): Record<string, unknown> {
    const file = this.object(json, 'the model');
    if (file.format === format && file.version === version) return file;
    return this.refuse(`format “${format}”, version ${version}`, `“${file.format}”, version ${file.version}`);
  }

  object(value: unknown, what: string): Record<string, unknown> {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
    return this.refuse(`${what} to be an object`, value === null ? 'null' : typeof value);
  }

  number(value: unknown, what: string): number {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    return this.refuse(`a finite number for ${what}`, String(value));
  }

  flag(value: unknown, what: string): boolean {
    return typeof value === 'boolean' ? value : this.refuse(`${what} as true or false`, String(value));
  }

  classifier(value: unknown, what: string): ClassifierModel {
    try {
      return loadModel(value);
    } catch (cause) {
      return this.refuse(`a classifier for ${what}`, (cause as Error).message, cause);
    }
  }

  refuse(expected: string, got: string, cause?: unknown): never {
    const message = `${this.method}: expected ${expected}, got ${got.slice(0, 300)}. Train it: pith train ${this.method}.`;
    throw new LabError('bad-model', message, { cause });
  }
}
