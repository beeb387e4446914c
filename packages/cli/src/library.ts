import type { Include, OutputFormat } from 'webpith';

export type {
  Article,
  ChunkOptions,
  Decision,
  ExtractOptions,
  Include,
  OutputFormat as Format,
} from 'webpith';

/** The outputs of an article, listed here so that `--help` does not load the library. */
export const formats = [
  'text',
  'markdown',
  'html',
  'json',
  'tei',
  'thread',
] as const satisfies readonly OutputFormat[];

/** Names of the parts that can be switched. */
export const parts = [
  'title',
  'byline',
  'captions',
  'comments',
] as const satisfies readonly (keyof Include)[];

/** The library as the commands use it. */
export type Library = Pick<typeof import('webpith'), 'extract' | 'render' | 'chunks'>;

/** The library `webpith`, loaded when it is first needed. */
export async function loadLibrary(): Promise<Library> {
  return await import('webpith');
}
