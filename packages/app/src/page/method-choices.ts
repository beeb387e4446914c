import type { MethodInfo } from '../client/api.js';
import type { Choice } from '../ui/controls.js';

const GROUPS: Readonly<Record<MethodInfo['kind'], string>> = {
  method: 'Methods',
  baseline: 'Classical extractors',
  rival: 'Other libraries',
};

export function methodTitle(name: string, methods: readonly MethodInfo[]): string {
  if (name === 'default') return 'Pith (default)';
  return methods.find(each => each.name === name)?.title ?? name;
}

export function methodChoices(methods: readonly MethodInfo[]): Choice[] {
  const listed = methods.length > 0 ? methods : [{ name: 'default', kind: 'method' as const }];
  return listed.map(({ name, kind }) => ({
    value: name,
    title: methodTitle(name, methods),
    group: GROUPS[kind],
  }));
}
