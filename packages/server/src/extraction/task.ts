import type { PageTree } from 'webpith/stages';
import { byModel, extractByLibrary } from './by-library.js';
import type { ExtractInput } from './page.js';
import { treeOfPage } from './page.js';

const encoder = new TextEncoder();

export async function extractTask(input: ExtractInput, begin: () => void = () => {}): Promise<Uint8Array> {
  const extract = await loadMethod(input);
  if (input.outputs.includes('rich')) await import('@webpith/render');
  begin();
  const begun = performance.now();
  const found = await extract(treeOfPage(input.page), input);
  if (input.format !== 'json') return encoder.encode(found.text(input.format));
  const { method, model, page, siteRules, siteMemory, corrections, view } = input;
  const head = {
    method,
    model: model?.id,
    modelName: model?.name,
    ms: Math.round((performance.now() - begun) * 100) / 100,
    bytes: page.bytes.length,
  };
  const memory = siteMemory && { site: siteMemory.site, pages: siteMemory.memory.pages.length };
  const tail = { ...found.more, siteRules, siteMemory: memory, corrections, view };
  // The article is already JSON; parsing and serialising it again would cost as much as the extraction.
  return encoder.encode(`${openObject(head)},"article":${found.article}${moreFields(tail)}}`);
}

/** The lab is loaded on demand: threads that use only the library need far less memory. */
async function loadMethod({ method, model }: ExtractInput): Promise<Extract> {
  if (method === 'default') return model === undefined ? extractByLibrary : byModel(model);
  const { methodExtract } = await import('./by-method.js');
  return await methodExtract(method, model);
}

export type Extract = (tree: PageTree, input: ExtractInput) => Promise<ExtractOutput>;

export interface ExtractOutput {
  readonly article: string;
  readonly more: Readonly<Record<string, unknown>>;
  text(format: Exclude<ExtractInput['format'], 'json'>): string;
}

const openObject = (value: object) => JSON.stringify(value).slice(0, -1);

function moreFields(value: object): string {
  const fields = JSON.stringify(value).slice(1, -1);
  return fields === '' ? '' : `,${fields}`;
}
