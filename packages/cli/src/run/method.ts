import type { Model } from 'webpith';
import type { Dependencies, Extractor, Include, Lab, Library, Page } from '../dependencies.js';
import { UsageError } from '../errors.js';
import { readModel } from '../input/model-file.js';

/** What a method says of one page: the fields of a line, less the id and the time. */
export type RunMethod = (page: Page) => object | Promise<object>;

/** How a method is named, and what only the library's own takes. */
interface MethodFlags {
  readonly method: string;
  readonly include?: Include;
  readonly model?: string;
}

/** The method of that name: the library itself for `default`, else one of the lab's table. */
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
  // The lab's extractors give the bare content; to take a switch and ignore it would be a lie.
  for (const flag of ['include', 'model'] as const) {
    if (flags[flag] === undefined) continue;
    throw new UsageError(
      `expected --${flag} with the method default only, got it with ${name}; leave it out`,
    );
  }
  return ofExtractor(extractor);
}

/** An extractor of the lab's table. */
export function namedExtractor(name: string, { extractors = {}, more }: Lab): Extractor {
  const extractor = Object.hasOwn(extractors, name) ? extractors[name] : undefined;
  if (extractor !== undefined) return extractor;
  const names = [...new Set(['default', ...Object.keys(extractors)])].join(', ');
  const remedy = more === undefined ? 'choose one of these' : `choose one of these; ${more}`;
  throw new UsageError(`expected a method of: ${names}; got ${JSON.stringify(name)}; ${remedy}`);
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
    const { type, confidence, title, published, language, text, ...rest } = await extractor.extract(page);
    const { authors = [], comments = [], posts = [] } = rest;
    return { type, confidence, title, authors, published, language, text, comments, posts };
  };
}
