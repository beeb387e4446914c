import type { MethodModel } from '@webpith/lab';
import { asObject, badModel, checkMethodModel, shippedModels } from '@webpith/lab/internals';
import { type ClassifierModel, loadModel } from '@webpith/learn';

export const { read: readModel, write: writeModel } = shippedModels('papers', new URL('..', import.meta.url));

export class ModelReader {
  constructor(readonly method: string) {}

  file(json: unknown): MethodModel {
    return checkMethodModel(this.method, json);
  }

  object(value: unknown, what: string): Record<string, unknown> {
    return asObject(value) ?? this.refuse(`${what} to be an object`, value === null ? 'null' : typeof value);
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
    throw badModel(this.method, expected, got, cause);
  }
}
