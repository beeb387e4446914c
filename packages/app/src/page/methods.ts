import { type MethodInfo, server } from '../client/api.js';
import type { Choice } from '../ui/controls.js';

const GROUPS: Readonly<Record<MethodInfo['kind'], string>> = {
  method: 'Methods of papers',
  rival: 'Other libraries',
  baseline: 'Classical extractors',
};

/** Methods that produce whole articles, which can be corrected. */
const ARTICLE_METHODS: ReadonlySet<string> = new Set(['default', 'adapted', 'small', 'wide']);

export const DEFAULT_CHOICE: Choice = { value: 'default', title: 'Pith (default)', group: 'Pith' };

const ORDER = ['Pith', 'Trained here', ...Object.values(GROUPS)];

/** The methods by name and the trained models as `model:ID`, in groups. */
export async function methodChoices(): Promise<Choice[]> {
  const [methods, models] = await Promise.all([server.methods(), server.models()]);
  const choices: Choice[] = [
    DEFAULT_CHOICE,
    ...models.map(({ id, name }) => ({ value: `model:${id}`, title: name, group: 'Trained here' })),
    ...methods
      .filter(({ name }) => name !== 'default')
      .map(method => ({
        value: method.name,
        title: titleOf(method),
        group: ARTICLE_METHODS.has(method.name) ? 'Pith' : GROUPS[method.kind],
      })),
  ];
  return ORDER.flatMap(group => choices.filter(choice => choice.group === group));
}

function titleOf({ name, title, kind }: MethodInfo): string {
  const words = title.split(':', 1)[0]!;
  return kind === 'rival' || ARTICLE_METHODS.has(name)
    ? name
    : words.charAt(0).toUpperCase() + words.slice(1);
}

export function sourceOf(chosen: string): { method?: string; model?: string } {
  return chosen.startsWith('model:') ? { model: chosen.slice('model:'.length) } : { method: chosen };
}

export async function givesArticles(chosen: string): Promise<boolean> {
  const { method, model } = sourceOf(chosen);
  const used = method ?? (await server.models()).find(({ id }) => id === model)?.method ?? '';
  return ARTICLE_METHODS.has(used);
}

export const isArticleMethod = (method: string) => ARTICLE_METHODS.has(method);
