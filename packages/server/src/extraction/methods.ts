import { baselines, LEAF_LABELS, methods, rivals, trainableMethods } from '@webpith/lab';
import type { MethodInfo } from '../api/extract.js';

/** Labels of the methods that give some to nodes. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  leaves: LEAF_LABELS,
  density: ['article', 'comments'],
  'density-plus': ['article', 'comments'],
};

let known: Promise<MethodInfo[]> | undefined;

/** All methods: ours, the classical ones, and other people's programs. */
export function listMethods(): Promise<MethodInfo[]> {
  known ??= readMethods();
  return known;
}

async function readMethods(): Promise<MethodInfo[]> {
  const own = Object.entries(methods).map(async ([name, load]): Promise<MethodInfo> => {
    const { title } = await load();
    const trainable = Object.hasOwn(trainableMethods, name);
    const labels = LABELS[name];
    return { name, title, kind: 'method', trainable, ...(labels && { labels: [...labels] }) };
  });
  const classical = Object.entries(baselines).map(
    ([name, { title }]): MethodInfo => ({ name, title, kind: 'baseline', trainable: false }),
  );
  const others = Object.keys(rivals).map(
    (name): MethodInfo => ({ name, title: name, kind: 'rival', trainable: false }),
  );
  return [...(await Promise.all(own)), ...classical, ...others];
}
