import type { Extractor, ImporterName } from '@webpith/lab';
import { ifInstalled, installed, remedyFor } from './installed.js';

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
