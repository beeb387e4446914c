import type { Model } from 'webpith';
import type { Dependencies, Extractor, Include, Lab, Library, Page } from '../dependencies.js';
import { UsageError } from '../errors.js';
import { type ReadModel, readModel } from '../input/model-file.js';

export type RunMethod = (page: Page) => object | Promise<object>;

interface MethodFlags {
  readonly method: string;
  readonly include?: Include;
  readonly model?: string;
}

/** Uses the library for `default` and its models, and an extractor of the lab for other methods. */
export async function runMethod(flags: MethodFlags, dependencies: Dependencies): Promise<RunMethod> {
  const read = await readModel(flags.model);
  const name = chosenMethod(flags, read);
  const { include } = flags;
  if (name === 'default') return ofLibrary(await dependencies.library(), include ?? {}, read?.model);
  const extractor = await methodExtractor(name, read, await dependencies.lab());
  if (include === undefined) return ofExtractor(extractor);
  throw new UsageError(`--include works only with --method default, not ${name}; leave it out`);
}

/** The method of the model file or, without one, of --method; throws if both are given and differ. */
export function chosenMethod(
  { method, model }: Pick<MethodFlags, 'method' | 'model'>,
  read: ReadModel | undefined,
): string {
  if (read === undefined || method === read.method) return method;
  if (method === 'default') return read.method;
  throw new UsageError(
    `${model} is a model of the method ${read.method}, not ${method}; leave out --method, or name another model`,
  );
}

/** Returns the extractor of a method, with its shipped model or the given one. */
export async function methodExtractor(
  name: string,
  read: ReadModel | undefined,
  lab: Lab,
): Promise<Extractor> {
  const { extractors = {}, methods = {}, more } = lab;
  if (Object.hasOwn(methods, name)) return await (await methods[name]!()).load(read?.file);
  if (Object.hasOwn(extractors, name)) return extractors[name]!;
  const names = [...new Set(['default', ...Object.keys(extractors)])].join(', ');
  const hint = more === undefined ? '' : `; ${more}`;
  if (read !== undefined)
    throw new UsageError(
      `the model belongs to the method ${JSON.stringify(name)}, which is not one of: ${names}${hint}`,
    );
  throw new UsageError(`unknown method ${JSON.stringify(name)}; use one of: ${names}${hint}`);
}

function ofLibrary(library: Library, include: Include, model: Model | undefined): RunMethod {
  return ({ html, tree, url }) => {
    const article = library.extract(tree ?? html, { include, model, url });
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
