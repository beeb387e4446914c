import { LabError, type Method, type MethodTable } from '@webpith/lab';
import type { Baseline } from './baseline.js';
import { baselines } from './table.js';

export const classicalMethods: MethodTable = Object.fromEntries(
  Object.entries(baselines).map(([name, baseline]) => [name, async () => methodOf(name, baseline)]),
);

function methodOf(name: string, { title, create }: Baseline): Method {
  return {
    name,
    title,
    load: async model => {
      if (model === undefined) return create();
      throw new LabError(
        'bad-model',
        `${name}: expected no model, got one; it learns nothing. Leave it out.`,
      );
    },
  };
}
