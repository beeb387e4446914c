import { fetchPage } from '@webpith/fetch';
import type { Extractor, ImporterName } from '@webpith/lab';
import type * as render from '@webpith/render';
import type { Include, MarkdownOptions, OutputFormat } from 'webpith';
import { ifInstalled, installed, remedyFor } from './installed.js';
import type { Io } from './io.js';

export interface Context {
  readonly io: Io;
  readonly dependencies: Dependencies;
  /** Aborted when the command must stop. */
  readonly signal: AbortSignal;
}

/** Packages that commands use, loaded on demand to keep `pith --help` fast. */
export interface Dependencies {
  library(): Promise<Library>;
  lab(): Promise<Lab>;
  fleet(): Promise<Fleet>;
  pipe(): Promise<Pipe>;
  queueing(): Promise<Queueing>;
  renderer(): Promise<Renderer>;
  server(): Promise<Server>;
  readonly fetchPage: typeof fetchPage;
}

export const defaultDependencies: Dependencies = {
  library: () => import('webpith'),
  lab: () => installed('@webpith/lab', loadLab),
  fleet: () => installed('@webpith/fleet', () => import('@webpith/fleet')),
  // Bundled with the command, so always installed.
  pipe: () => import('@webpith/fleet/pipe'),
  queueing: () => installed('@webpith/fleet', () => import('@webpith/fleet/queue')),
  renderer: () => installed('@webpith/render', () => import('@webpith/render')),
  server: () => installed('@webpith/server', () => import('@webpith/server')),
  fetchPage,
};

export type {
  Article,
  ChunkOptions,
  Decision,
  ExtractOptions,
  Include,
  MarkdownOptions,
  OutputFormat as Format,
} from 'webpith';

/** Output formats, listed here so that `--help` does not load the library. */
export const formats = [
  'text',
  'markdown',
  'html',
  'json',
  'tei',
  'thread',
] as const satisfies readonly OutputFormat[];

export const parts = [
  'title',
  'byline',
  'captions',
  'comments',
  'hidden',
] as const satisfies readonly (keyof Include)[];

export const markdownChoices = {
  callouts: ['alert', 'quote'],
  footnotes: ['reference', 'inline', 'none'],
  images: ['inline', 'alt', 'none'],
  links: ['inline', 'reference', 'none'],
  math: ['dollar', 'backslash', 'none'],
  preset: ['none', 'llm'],
  tables: ['compact', 'aligned', 'html'],
} as const satisfies { [K in keyof MarkdownOptions]-?: readonly MarkdownOptions[K][] };

export type Library = Pick<typeof import('webpith'), 'extract' | 'render' | 'chunks'>;

export type {
  CorpusInfo,
  CorpusProblem,
  Extraction,
  Extractor,
  Method,
  MethodExplanation,
  Page,
  ReadOptions,
} from '@webpith/lab';

type WholeLab = typeof import('@webpith/lab');
export type Importer = WholeLab['importers'][ImporterName];
type Papers = typeof import('@webpith/papers');

/** The lab, with the methods of `@webpith/papers` if installed. */
export interface Lab extends Omit<WholeLab, 'importers' | 'extractors'>, Pick<Papers, 'segmentsArff'> {
  readonly importers: Readonly<Record<string, Importer>>;
  readonly extractors: Readonly<Record<string, Extractor>>;
  /** Module from which worker threads load the methods of papers. */
  readonly methodsModule?: string;
  /** Hint on how to install more methods, if some are missing. */
  readonly more?: string;
}

const PAPERS = '@webpith/papers';
const loadPapers = () => import('@webpith/papers');

async function loadLab(): Promise<Lab> {
  const [lab, papers] = await Promise.all([import('@webpith/lab'), ifInstalled(PAPERS, loadPapers)]);
  const segmentsArff: Lab['segmentsArff'] = async (dir, options) =>
    (await installed(PAPERS, loadPapers)).segmentsArff(dir, options);
  if (papers === undefined)
    return { ...lab, segmentsArff, more: `more methods are in ${PAPERS}: ${remedyFor(PAPERS)}` };
  const { methods, methodsModule } = papers;
  const modules = [methodsModule];
  return {
    ...lab,
    segmentsArff,
    methodsModule,
    methods: { ...lab.methods, ...methods },
    extractors: { ...lab.extractors, ...lab.lazyExtractors(methods) },
    evaluate: (options: Parameters<typeof lab.evaluate>[0]) => lab.evaluate({ ...options, modules }),
    writeReport: (...[run, options]: Parameters<typeof lab.writeReport>) =>
      lab.writeReport(run, { ...options, modules }),
  };
}

export type Fleet = typeof import('@webpith/fleet');

export type Pipe = typeof import('@webpith/fleet/pipe');

export type Queueing = typeof import('@webpith/fleet/queue');

export type Renderer = Pick<
  typeof render,
  'archivePage' | 'htmlOfTree' | 'openPool' | 'RICH_STYLES' | 'richArticle' | 'richTexts' | 'findChromium'
>;

export type Server = typeof import('@webpith/server');
