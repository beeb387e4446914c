import { baselines, type Method, methods, type OwnTraining, rivals } from '@webpith/lab';
import type { MethodInfo } from '../api/extract.js';

/** A method that learns from somebody's own pages. */
export type TrainableMethod = Method & { readonly own: OwnTraining };

let known: Promise<MethodInfo[]> | undefined;

/** All methods: ours, the classical ones, and other people's programs. */
export function listMethods(): Promise<MethodInfo[]> {
  known ??= readMethods();
  return known;
}

/** The method of that name, if it can be trained on somebody's own pages. */
export async function trainableMethod(name: string): Promise<TrainableMethod | undefined> {
  const method = Object.hasOwn(methods, name) ? await methods[name]!() : undefined;
  return method && isTrainable(method) ? method : undefined;
}

/** Those that can be trained on somebody's own pages. */
export async function trainableMethods(): Promise<TrainableMethod[]> {
  return (await loadAll()).filter(isTrainable);
}

const loadAll = () => Promise.all(Object.values(methods).map(load => load()));

function isTrainable(method: Method): method is TrainableMethod {
  return method.own !== undefined;
}

async function readMethods(): Promise<MethodInfo[]> {
  const own = (await loadAll()).map(
    ({ name, title, own, labels }): MethodInfo => ({
      name,
      title,
      kind: 'method',
      trainable: own !== undefined,
      ...(labels && { labels: [...labels] }),
    }),
  );
  const classical = Object.entries(baselines).map(
    ([name, { title }]): MethodInfo => ({ name, title, kind: 'baseline', trainable: false }),
  );
  const others = Object.keys(rivals).map(
    (name): MethodInfo => ({ name, title: name, kind: 'rival', trainable: false }),
  );
  return [...own, ...classical, ...others];
}
