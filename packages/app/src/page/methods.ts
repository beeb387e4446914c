import { type MethodInfo, server } from '../client/api.js';
import { useLoaded } from '../client/load.js';
import type { Choice } from '../ui/controls.js';

const GROUPS: Readonly<Record<MethodInfo['kind'], string>> = {
  method: 'Methods of papers',
  rival: 'Other libraries',
  baseline: 'Classical extractors',
};

export const DEFAULT_CHOICE: Choice = { value: 'default', title: 'Pith (default)', group: 'Pith' };

/** Methods that produce whole articles, which can be corrected. */
const ARTICLE_METHODS: ReadonlyMap<string, string> = new Map([
  ['default', DEFAULT_CHOICE.title],
  ['adapted', 'Pith (corrected by labelled pages)'],
  ['small', 'Pith (small)'],
  ['wide', 'Pith (wide)'],
]);

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
  const words = kind === 'rival' ? name : title.split(':', 1)[0]!;
  return ARTICLE_METHODS.get(name) ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The title of a method by its name, which is shown until the titles have been loaded. */
export function useMethodTitle(name: string): string {
  const own = ARTICLE_METHODS.get(name);
  const list = useLoaded(async () => (own === undefined ? await server.methods() : []), [name]);
  const found = list.data?.find(method => method.name === name);
  return own ?? (found === undefined ? name : titleOf(found));
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
