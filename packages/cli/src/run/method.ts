import type { Model } from 'webpith';
import type { Dependencies, Extractor, Include, Lab, Library, Page } from '../dependencies.js';
import { UsageError } from '../errors.js';
import { readModel } from '../input/model-file.js';

/** Returns the fields of an output line except `id` and `ms`. */
export type RunMethod = (page: Page) => object | Promise<object>;

interface MethodFlags {
  readonly method: string;
  readonly include?: Include;
  readonly model?: string;
}

/** The library for `default`, otherwise an extractor of the lab. */
export async function runMethod(flags: MethodFlags, dependencies: Dependencies): Promise<RunMethod> {
  const { method: name, include, model } = flags;
  if (name === 'default') {
    const read = await readModel(model);
    return ofLibrary(await dependencies.library(), {
      include: include ?? {},
      ...(read && { model: read.model }),
    });
  }
  const extractor = namedExtractor(name, await dependencies.lab());
  // Extractors of the lab support neither option.
  for (const flag of ['include', 'model'] as const) {
    if (flags[flag] === undefined) continue;
    throw new UsageError(`--${flag} works only with --method default, not ${name}; leave it out`);
  }
  return ofExtractor(extractor);
}

export function namedExtractor(name: string, { extractors = {}, more }: Lab): Extractor {
  const extractor = Object.hasOwn(extractors, name) ? extractors[name] : undefined;
  if (extractor !== undefined) return extractor;
  const names = [...new Set(['default', ...Object.keys(extractors)])].join(', ');
  const hint = more === undefined ? '' : `; ${more}`;
  throw new UsageError(`unknown method ${JSON.stringify(name)}; use one of: ${names}${hint}`);
}

function ofLibrary(library: Library, options: { include: Include; model?: Model }): RunMethod {
  const { include } = options;
  return ({ html, tree, url }) => {
    const article = library.extract(tree ?? html, { ...options, ...(url === undefined ? {} : { url }) });
    const { type, confidence, title, authors, published, language, comments, posts } = article;
    const text = library.render(article, 'text', include);
    return { type, confidence, title, authors, published, language, text, comments, posts };
  };
}

function ofExtractor(extractor: Extractor): RunMethod {
  return async page => {
    const extraction = await extractor.extract(page);
    const { type, confidence, title, published, language, text } = extraction;
    const { authors = [], comments = [], posts = [] } = extraction;
    return { type, confidence, title, authors, published, language, text, comments, posts };
  };
}
