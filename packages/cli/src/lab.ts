import type { PageTree } from 'webpith/internals';
import { ifInstalled, installed, remedyFor } from './installed.js';

/** A page of a corpus, as far as the commands read it. */
export interface Page {
  readonly id: string;
  readonly url?: string;
  readonly html: Uint8Array;
  /** Its tree where a browser made it. */
  readonly tree?: PageTree;
}

/** Something wrong with a corpus; `skipped` costs a page. */
export interface CorpusProblem {
  readonly severity: 'skipped' | 'warning';
  readonly line?: number;
  readonly id?: string;
  readonly message: string;
}

/** Options of reading a corpus. */
export interface ReadOptions {
  readonly limit?: number;
  readonly onProblem?: (problem: CorpusProblem) => void;
}

/** What a corpus holds. */
export interface CorpusInfo {
  readonly pages: number;
  readonly types: Readonly<Record<string, number>>;
  readonly languages: Readonly<Record<string, number>>;
  readonly domains: number;
  readonly diversity: number;
  readonly withText: number;
  readonly withSnippets: number;
  readonly bytes: number;
  readonly skipped: number;
  readonly problems: readonly CorpusProblem[];
}

/** What an extractor of the lab gives back for a page. */
export interface Extraction {
  readonly text: string;
  readonly title?: string;
  readonly authors?: readonly string[];
  readonly published?: string;
  readonly type?: string;
  readonly confidence?: number;
  readonly language?: string;
  readonly comments?: readonly unknown[];
  readonly posts?: readonly unknown[];
}

/** A method that turns a page into text; it may throw. */
export interface Extractor {
  readonly name: string;
  extract(page: Page): Extraction | Promise<Extraction>;
}

/** Options of reading another layout. */
export interface ImportOptions extends ReadOptions {
  /** For CSV and JSONL: field → the column that holds it. */
  readonly columns?: Readonly<Record<string, string>>;
  /** For CSV: what stands between fields. */
  readonly separator?: string;
}

/** Reads another layout of pages and gold. */
export type Importer = (source: string, options: ImportOptions) => AsyncIterable<Page>;

/** What training and experiments are told. */
export interface MethodJob {
  readonly corpora: string;
  readonly corpus?: string;
  readonly out?: string;
  readonly root: string;
  readonly onProgress?: (step: string, share: number) => void;
  readonly render?: (page: Page, styles?: readonly string[]) => Promise<PageTree>;
  readonly signal?: AbortSignal;
}

/** A method as far as commands set it to work: training, and the experiments of its paper; both say what they wrote. */
export interface Method {
  readonly title: string;
  train?(job: MethodJob): Promise<string>;
  experiment?(job: MethodJob): Promise<string>;
}

/** Which candidates of a corpus are exported. */
export interface ArffOptions {
  readonly task?: string;
  readonly genre?: string;
  readonly signal?: AbortSignal;
}

/** Where title and body stand on a page, for the renderer to show them. */
export interface ShownTexts {
  readonly texts: Uint8Array;
  readonly title?: string;
  readonly titleNode?: number;
  readonly language?: string;
}

/** The lab as the commands use it. */
export interface Lab {
  readCorpus(dir: string, options?: ReadOptions): AsyncIterable<Page>;
  readGold(dir: string, options?: ReadOptions): AsyncIterable<unknown>;
  writeCorpus(dir: string, pages: AsyncIterable<Page>): Promise<number>;
  corpusInfo(dir: string): Promise<CorpusInfo>;
  /** The labelled candidates of a corpus with the features of Content Seeker, in Weka's format. */
  segmentsArff(dir: string, options: ArffOptions): Promise<string>;
  /** Layout → importer. */
  readonly importers: Readonly<Record<string, Importer>>;
  /** The folder of the corpora, where it is known. */
  locateCorpora(): string | undefined;
  /** Name → method, loaded when it is used. */
  readonly methods: Readonly<Record<string, () => Promise<Method>>>;
  /** Where an extraction's title and body stand on its page. */
  shownTexts(tree: PageTree, extraction: Extraction): ShownTexts;
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
