import type { CorpusProblem, Extractor, Importer, Lab, Page, ReadOptions } from '../dependencies.js';
import { CommandError } from '../errors.js';

/** An entry of a fake corpus: a page, or a problem with one. */
export type Entry = FakePage | FakeProblem;

interface FakePage {
  readonly id: string;
  readonly url?: string;
  readonly html: string;
}

type FakeProblem = Omit<CorpusProblem, 'kind' | 'file'>;

type ImportOptions = Parameters<Importer>[1];

/** A lab that records its input. */
export interface FakeLab extends Lab {
  /** Folder → ids of the pages written there. */
  readonly written: Record<string, string[]>;
  /** The options of every import. */
  readonly imports: ImportOptions[];
  /** Folders of corpora used for training. */
  readonly trained: string[];
}

/** A lab with in-memory corpora, by name. */
export function fakeLab(corpora: Record<string, readonly Entry[]>): FakeLab {
  const imports: ImportOptions[] = [];
  const written: Record<string, string[]> = {};
  const trained: string[] = [];
  const read = (dir: string, options: ReadOptions = {}) => pagesOf(entriesOf(corpora, dir), options);
  const lab: Partial<Lab> = {
    shownTexts: tree => ({ texts: new Uint8Array(tree.count) }),
    locateCorpora: () => (Object.keys(corpora).length > 0 ? '/corpora' : undefined),
    methods: {
      default: async () => ({
        name: 'default',
        title: 'the default of the library',
        load: async () => SHOUT,
        async train({ corpora: folder, corpus, onProgress }) {
          onProgress?.('pages read', 500);
          onProgress?.('models without a fold', 0.25);
          trained.push(corpus ?? folder);
          return 'weights are written';
        },
      }),
    },
    readCorpus: read,
    readGold: read as unknown as Lab['readGold'],
    async writeCorpus(dir, pages) {
      const ids: string[] = [];
      for await (const page of pages) ids.push(page.id);
      written[dir] = ids;
      return ids.length;
    },
    async corpusInfo(dir) {
      const entries = entriesOf(corpora, dir);
      const problems = entries.filter(isProblem).map(problemOf);
      const pages = entries.length - problems.length;
      return {
        pages,
        types: { article: pages },
        languages: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`x${index}`, 20 - index])),
        domains: 3,
        diversity: 3 / pages,
        withText: 1,
        withSnippets: 0,
        withoutUrl: 0,
        bytes: 1_234_567,
        skipped: problems.length,
        problems,
      };
    },
    segmentsArff: async (dir, { task = 'segment', genre = 'all' } = {}) =>
      `@relation ${task}-${genre} of ${entriesOf(corpora, dir).length}`,
    importers: {
      dragnet(source, options) {
        imports.push(options);
        return read(source, options);
      },
    },
    PUBLIC_CORPORA: {
      tides: {
        title: 'Pages about tides',
        licence: 'MIT',
        url: 'https://example.org/tides',
        steps: 'clone it',
        layout: 'dragnet',
        source: 'data',
      },
      moons: {
        title: 'Pages about moons',
        licence: 'MIT',
        url: 'https://example.org/moons',
        steps: 'clone it',
      },
    },
    corpusDigest: async () => 'ab'.repeat(32),
    extractors: { shout: SHOUT },
  };
  return { ...(lab as Lab), written, imports, trained };
}

const SHOUT: Extractor = {
  name: 'shout',
  extract: page => ({ text: Buffer.from(page.html).toString().toUpperCase() }),
};

function entriesOf(corpora: Record<string, readonly Entry[]>, dir: string): readonly Entry[] {
  const entries = corpora[dir];
  if (entries === undefined) throw new CommandError(`${dir} is not a corpus`);
  return entries;
}

async function* pagesOf(entries: readonly Entry[], { limit, onProblem }: ReadOptions): AsyncGenerator<Page> {
  let given = 0;
  for (const entry of entries) {
    if (isProblem(entry)) onProblem?.(problemOf(entry));
    else {
      yield { ...entry, html: Buffer.from(entry.html) };
      if (++given === limit) return;
    }
  }
}

function isProblem(entry: Entry): entry is FakeProblem {
  return 'severity' in entry;
}

function problemOf(problem: FakeProblem): CorpusProblem {
  return { kind: 'broken-line', file: 'pages.jsonl', ...problem };
}
