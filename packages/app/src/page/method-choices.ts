import type { MethodInfo } from '../client/api.js';
import type { Choice } from '../ui/controls.js';

const GROUPS: Readonly<Record<MethodInfo['kind'], string>> = {
  method: 'Methods of papers',
  baseline: 'Classical extractors',
  rival: 'Other libraries',
};

const OWN: ReadonlySet<string> = new Set(['default', 'adapted', 'small', 'wide']);

export function methodTitle(name: string): string {
  return name === 'default' ? 'Pith (default)' : name;
}

/** The methods by name, in groups, Pith's own first. */
export function methodChoices(methods: readonly MethodInfo[]): Choice[] {
  const listed = methods.length > 0 ? methods : [{ name: 'default', kind: 'method' as const }];
  const choices = listed.map(({ name, kind }) => ({
    value: name,
    title: methodTitle(name),
    group: OWN.has(name) ? 'Pith' : GROUPS[kind],
  }));
  return choices.sort((a, b) => Number(b.group === 'Pith') - Number(a.group === 'Pith'));
}
