import { fetchPage } from '@webpith/fetch';
import type { Extractor, ImporterName } from '@webpith/lab';
import type * as render from '@webpith/render';
import type { Include, OutputFormat } from 'webpith';
import { ifInstalled, installed, remedyFor } from './installed.js';

/** What the commands stand on. Loaded when first needed, so that `pith --help` does not wait for a lab. */
export interface Dependencies {
  library(): Promise<Library>;
  lab(): Promise<Lab>;
  fleet(): Promise<Fleet>;
  queueing(): Promise<Queueing>;
  renderer(): Promise<Renderer>;
  server(): Promise<Server>;
  readonly fetchPage: typeof fetchPage;
}

/** The real ones. */
export const defaultDependencies: Dependencies = {
  library: loadLibrary,
  lab: () => installed('@webpith/lab', loadLab),
  fleet: () => installed('@webpith/fleet', loadFleet),
  queueing: () => installed('@webpith/fleet', loadQueueing),
  renderer: () => installed('@webpith/render', loadRenderer),
  server: () => installed('@webpith/server', loadServer),
  fetchPage,
};

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

export type {
  CorpusInfo,
  CorpusProblem,
  Extraction,
  Extractor,
  Method,
  Page,
  ReadOptions,
} from '@webpith/lab';

type WholeLab = typeof import('@webpith/lab');
export type Importer = WholeLab['importers'][ImporterName];
type Papers = typeof import('@webpith/papers');

/** The lab as the commands use it, with the methods of papers where they are installed. */
export interface Lab
  extends Pick<WholeLab, 'readCorpus' | 'readGold' | 'writeCorpus' | 'corpusInfo' | 'locateCorpora'>,
    Pick<WholeLab, 'shownTexts' | 'evaluate' | 'writeReport' | 'summaryTable' | 'methods'>,
    Pick<Papers, 'segmentsArff'> {
  /** Layout → importer. */
  readonly importers: Readonly<Record<string, Importer>>;
  /** Name → extractor. */
  readonly extractors: Readonly<Record<string, Extractor>>;
  /** What would give more methods, and how it is installed, where it is not. */
  readonly more?: string;
}

const PAPERS = '@webpith/papers';
const loadPapers = () => import('@webpith/papers');

/** The lab, loaded when it is first needed, with the methods of papers where they are installed. */
export async function loadLab(): Promise<Lab> {
  const [lab, papers] = await Promise.all([import('@webpith/lab'), ifInstalled(PAPERS, loadPapers)]);
  const segmentsArff: Lab['segmentsArff'] = async (dir, options) =>
    (await installed(PAPERS, loadPapers)).segmentsArff(dir, options);
  if (papers === undefined)
    return { ...lab, segmentsArff, more: `those of papers need ${PAPERS}: ${remedyFor(PAPERS)}` };
  const { methods, methodsModule } = papers;
  const modules = [methodsModule];
  const whole = {
    ...lab,
    segmentsArff,
    methods: { ...lab.methods, ...methods },
    extractors: { ...lab.extractors, ...lab.lazyExtractors(methods) },
    evaluate: (options: Parameters<typeof lab.evaluate>[0]) => lab.evaluate({ ...options, modules }),
    writeReport: (...[run, options]: Parameters<typeof lab.writeReport>) =>
      lab.writeReport(run, { ...options, modules }),
  };
  return whole;
}

/** The fleet as the commands use it. */
export type Fleet = typeof import('@webpith/fleet');

/** The fleet, loaded when it is first needed. */
export async function loadFleet(): Promise<Fleet> {
  return await import('@webpith/fleet');
}

/** The queue and its workers. */
export type Queueing = typeof import('@webpith/fleet/queue');

/** The queue, loaded when it is first needed. */
export async function loadQueueing(): Promise<Queueing> {
  return await import('@webpith/fleet/queue');
}

/** The package that draws pages, as the commands use it. */
export type Renderer = Pick<
  typeof render,
  'archivePage' | 'openPool' | 'RICH_STYLES' | 'richArticle' | 'richTexts' | 'findChromium'
>;

/** The renderer, loaded when it is first needed. */
export async function loadRenderer(): Promise<Renderer> {
  return await import('@webpith/render');
}

/** The server as the commands use it. */
export type Server = typeof import('@webpith/server');

/** The server, loaded when it is first needed. */
export async function loadServer(): Promise<Server> {
  return await import('@webpith/server');
}
