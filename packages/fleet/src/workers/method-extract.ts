import type { Article, ModelFile } from 'webpith';
import { type PageTree, pageText, treeFromHtml } from 'webpith/stages';
import { FleetError } from '../errors.js';
import type { Extract } from './extract-batch.js';

/** The parts of a method of another package that are used here; see `Method` of `@webpith/lab`. */
interface MethodModule {
  readonly methods: Readonly<
    Record<string, () => Promise<{ load(model: unknown): Promise<MethodExtractor> }>>
  >;
}

interface MethodExtractor {
  extract(page: MethodPage): Found | Promise<Found>;
}

interface MethodPage {
  readonly id: string;
  readonly html: Uint8Array;
  readonly tree: PageTree;
  readonly url?: string | undefined;
}

interface Found
  extends Partial<Pick<Article, 'title' | 'published' | 'confidence' | 'language' | 'authors'>> {
  readonly text: string;
  readonly type?: string | undefined;
  readonly comments?: readonly string[] | undefined;
}

/** Extracts with a model of another method; articles have only the fields that the method finds. */
export async function methodExtract(model: ModelFile, address: string | undefined): Promise<Extract> {
  const name = model.method ?? 'default';
  const table = address === undefined ? {} : ((await import(address)) as MethodModule).methods;
  if (!Object.hasOwn(table, name)) {
    const message = `the model ${model.name} belongs to the method ${name}, which is not installed`;
    throw new FleetError('bad-option', message);
  }
  const extractor = await (await table[name]!()).load(model);
  return (page, { charset, url }) => {
    const isBytes = page instanceof Uint8Array;
    const tree = isBytes ? treeFromHtml(pageText(page, charset === undefined ? {} : { charset }).text) : page;
    const html = isBytes ? page : new Uint8Array();
    const found = extractor.extract({
      id: 'page',
      html,
      tree,
      ...(url === undefined ? {} : { url: String(url) }),
    });
    if (found instanceof Promise)
      throw new FleetError(
        'bad-option',
        `the method ${name} extracts asynchronously and cannot be used here`,
      );
    const { comments = [], authors = [], ...rest } = found;
    const article = { ...rest, authors, comments: comments.map(text => ({ depth: 0, text })) };
    return article as unknown as Article;
  };
}
