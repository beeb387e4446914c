import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { NO_DISCUSSION, PAGE_VECTOR_NAMES } from 'webpith/stages';
import type { PeerScores } from '../../peers/programs.js';
import { markedNames, partsOf } from '../../report/markdown.js';
import { conventionParts } from './conventions.js';
import type { EvaluatedPage } from './page-models.js';
import { precisionRecallPlot } from './plots.js';
import { defaultParts, groupMeans, measure, type ResultsInput, readmeTable } from './results.js';

const ROOT = new URL('../../../../../', import.meta.url);
const NO_SNIPPETS = { found: 0, missed: 0, wrong: 0, avoided: 0 };
const NO_TEXT = { bag: undefined, leaning: [], snippets: NO_SNIPPETS };

/** An evaluated page with equal precision, recall and F1. */
function evaluated(corpus: string, f1: number | undefined, more: Partial<EvaluatedPage> = {}): EvaluatedPage {
  return {
    corpus,
    id: 'x',
    vector: new Float32Array(PAGE_VECTOR_NAMES.length),
    declared: undefined,
    bag: f1 === undefined ? undefined : { precision: f1, recall: f1, f1 },
    leaning: [],
    reachable: f1 === undefined ? undefined : { precision: 1, recall: 1, f1: 1 },
    snippets: NO_SNIPPETS,
    site: 'example.org',
    isLabelled: false,
    lead: 0,
    evidence: NO_DISCUSSION,
    as: { text: NO_TEXT, posts: NO_TEXT, items: NO_TEXT },
    goldType: undefined,
    type: 'article',
    confidence: 0.5,
    ...more,
  };
}

function namedPage(corpus: string, id: string, f1: number | undefined, goldType?: string): EvaluatedPage {
  const snippets = corpus === 'segments' ? { found: 2, missed: 0, wrong: 1, avoided: 1 } : NO_SNIPPETS;
  return evaluated(corpus, f1, { id, goldType, snippets, confidence: 0.75 });
}

const PAGES = [
  namedPage('wcxb', 'a', 1, 'article'),
  namedPage('wcxb', 'b', 0.8, 'article'),
  namedPage('wcxb', 'c', 0.5, 'forum'),
  namedPage('segments', 'd', undefined),
];
const UNSEEN = [namedPage('dragnet', 'x', 0.9), namedPage('dragnet', 'y', 0.7)];
const PEERS: PeerScores = new Map([
  [
    'strong',
    new Map([
      ['wcxb/a', { bag: { precision: 0.9, recall: 0.9, f1: 0.9 }, snippets: NO_SNIPPETS }],
      ['wcxb/b', { bag: { precision: 0.4, recall: 0.4, f1: 0.4 }, snippets: NO_SNIPPETS }],
      ['segments/d', { bag: undefined, snippets: { found: 1, missed: 1, wrong: 0, avoided: 2 } }],
    ]),
  ],
  ['weak', new Map([['wcxb/c', { bag: { precision: 0, recall: 0, f1: 0 }, snippets: NO_SNIPPETS }]])],
]);

const NOTHING = { pages: [], withoutCorpus: [], unseen: [], peers: new Map(), provenance: '' };
const written = (input: ResultsInput) => Object.values(defaultParts(input)).join('\n\n');

describe('groupMeans', () => {
  it('compares Pith with its peers; a page that a peer failed on counts 0', () => {
    const groups = groupMeans(PAGES, PEERS);
    expect(groups.map(group => group.title)).toEqual(['wcxb, all', 'wcxb, article', 'wcxb, forum']);
    expect(groups[0]).toEqual({
      title: 'wcxb, all',
      own: [1, 0.8, 0.5],
      others: [
        { name: 'strong', f1: [0.9, 0.4, 0] },
        { name: 'weak', f1: [0, 0, 0] },
      ],
    });
  });
});

describe('defaultParts', () => {
  const input = {
    pages: PAGES,
    withoutCorpus: [],
    unseen: UNSEEN,
    peers: PEERS,
    provenance: '- `wcxb`: sha-256 abc',
  };
  const document = written(input);

  it('has markers in the document for every part, and no others', async () => {
    const places = markedNames(await readFile(new URL('docs/results/default.md', ROOT), 'utf8'));
    const parts = { ...defaultParts(input), ...conventionParts([]) };
    expect(places.sort()).toEqual(Object.keys(partsOf('default', parts)).sort());
  });

  it('has a row for every group, with the lead over the best peer', () => {
    expect(document).toContain('| pages of | n | Pith | strong | weak | lead over the best |');
    expect(document).toMatch(
      /\| wcxb, all \| 3 \| \*\*0\.767\*\* \| 0\.433 \| 0\.000 \| \+0\.333 \(\+0\.\d{3} to \+0\.\d{3}\), p = 0\.\d{3} \|/,
    );
    expect(document).toMatch(/\| wcxb, article \| 2 \| \*\*0\.900\*\* \| 0\.650 \| – \|/);
    expect(document).toContain('| dragnet | 2 | **0.800** | – | – |  |');
  });

  it('marks the best system of a row in bold, even if it is a peer', () => {
    const better: PeerScores = new Map([
      ['strong', new Map([['wcxb/c', { bag: { precision: 1, recall: 1, f1: 1 }, snippets: NO_SNIPPETS }]])],
    ]);
    const table = readmeTable([namedPage('wcxb', 'c', 0.5, 'forum')], [], better);
    expect(table).toContain('| wcxb, forum | 1 | 0.500 | **1.000** |');
    expect(readmeTable([namedPage('wcxb', 'c', 1, 'forum')], [], better)).toContain(
      '| **1.000** | **1.000** |',
    );
  });

  it('counts the pages won and lost against each peer, the larger number in bold', () => {
    const own = [0.9, 0.8, 0.7, 0.6].map((f1, i) => namedPage('dragnet', `${i}`, f1));
    const peer = (scores: readonly number[]) =>
      new Map(
        scores.map((f1, i) => [
          `dragnet/${i}`,
          { bag: { precision: f1, recall: f1, f1 }, snippets: NO_SNIPPETS },
        ]),
      );
    const others: PeerScores = new Map([
      ['near', peer([0.904, 0.796, 0.7, 0.6])],
      ['mixed', peer([0.5, 0.81, 0.6, 0.59])],
      ['ahead', peer([0.95, 0.9, 0.8, 0.5])],
    ]);
    const table = defaultParts({ ...NOTHING, unseen: own, peers: others })['won-and-lost']!;
    expect(table.split('\n')[0]).toBe('| pages of | n | ahead | mixed | near |');
    expect(table).toMatch(
      /^\| dragnet \| 4 \| 1 : \*\*3\*\*; −0\.038 \(−0\.100 to \+0\.\d{3}\) \| \*\*3\*\* : 1; \+0\.125 \(\+0\.000 to \+0\.\d{3}\) \| 0 : 0; .0\.000 /m,
    );
    expect(table.split('\n')).toHaveLength(3);
  });

  it('gives no interval for a group of one page', () => {
    expect(document).toContain('| wcxb, forum | 1 | **0.500** | – | 0.000 |  |');
  });

  it('has the snippets of Pith and of its peers', () => {
    expect(document).toContain('| segments | Pith | 0.6667 | 1.0000 | 0.8000 | 0.7500 |');
    expect(document).toContain('| segments | strong | 1.0000 | 0.5000 | 0.6667 | 0.7500 |');
  });

  it('reports provenance and confidence', () => {
    expect(document).toContain('- `wcxb`: sha-256 abc');
    expect(document).toContain('66.7 % of the 3 typed pages are classified correctly');
    expect(document).toContain('| 0.7 to 0.8 | 3 | 0.750 | 0.667 |');
  });

  it('reports reasons and pages of low F1', () => {
    const poor = (id: string, precision: number, recall: number, reachable = 1) => ({
      ...namedPage('wcxb', id, (2 * precision * recall) / (precision + recall), 'forum'),
      bag: { precision, recall, f1: (2 * precision * recall) / (precision + recall) },
      reachable: { precision: 1, recall: 1, f1: reachable },
    });
    const pages = [
      namedPage('wcxb', 'fine', 0.9, 'forum'),
      poor('scripted', 0.3, 0.3, 0.5),
      poor('menu', 0.1, 0.1),
      poor('greedy', 0.2, 1),
      poor('shy', 1, 0.5),
      poor('mixed', 0.45, 0.5),
    ];
    const text = written({ ...NOTHING, pages });
    expect(text).toContain('| wcxb, forum | 0.492 | 0.550 | 0.917 | 5 of 6 | 1 | 1 | 1 | 1 | 1 |');
    expect(text).toContain(
      '- **wcxb, forum**: menu (0.10, elsewhere); scripted (0.30, not in its blocks); greedy (0.33, too much); mixed (0.47, both)',
    );
  });

  it('has the same rows as the README', () => {
    const rows = readmeTable(PAGES, UNSEEN, PEERS).split('\n').slice(2);
    expect(rows.map(row => row.split(' | ')[0])).toEqual([
      '| wcxb, all',
      '| wcxb, article',
      '| wcxb, forum',
      '| dragnet',
    ]);
    for (const row of rows) expect(document).toContain(row);
  });

  it('works without peers', () => {
    const alone = written({ ...NOTHING, pages: PAGES });
    expect(alone).toContain('| wcxb, all | 3 | **0.767** |  |');
  });
});

describe('precisionRecallPlot', () => {
  it('draws a panel per corpus, with a line for Pith and named peers', () => {
    const leaning = [0.9, 0.85, 0.8, 0.75, 0.7].map(at => ({ precision: at, recall: 1.5 - at, f1: at }));
    const svg = precisionRecallPlot([{ ...namedPage('wcxb', 'a', 0.8, 'article'), leaning }], PEERS);
    expect(svg.startsWith('<svg xmlns=')).toBe(true);
    for (const name of ['wcxb', 'Pith', 'strong', 'weak']) expect(svg).toContain(`>${name}</text>`);
    expect(svg).not.toContain('newspapers');
    expect(svg).not.toContain('NaN');
  });
});

describe('measure', () => {
  const pages = [
    evaluated('wcxb', 1, { goldType: 'article', confidence: 0.95 }),
    evaluated('wcxb', 0.9, { goldType: 'article', confidence: 0.95 }),
    evaluated('wcxb', 0.5, { goldType: 'forum', confidence: 0.05 }),
    evaluated('newspapers', 0.6, { confidence: 0.85 }),
    evaluated('segments', undefined, { snippets: { found: 3, missed: 1, wrong: 1, avoided: 5 } }),
    evaluated('segments', undefined, { snippets: { found: 3, missed: 1, wrong: 1, avoided: 1 } }),
  ];
  const measured = measure(pages, 0.8);

  it('computes the mean F1 of each corpus and page type', () => {
    expect(measured.f1).toEqual({
      newspapers: 0.6,
      wcxb: expect.closeTo(0.8, 9),
      'wcxb/article': expect.closeTo(0.95, 9),
      'wcxb/forum': 0.5,
    });
  });

  it('sums the snippets of each corpus', () => {
    expect(measured.snippets.segments).toEqual({
      precision: 0.75,
      recall: 0.75,
      f1: 0.75,
      accuracy: 0.75,
    });
  });

  it('computes the accuracy of page types', () => {
    expect(measured.typeAccuracy).toBeCloseTo(2 / 3, 9);
  });

  it('compares confidence with outcomes', () => {
    // Two pages at 0.95, both good; one at 0.05, poor; one at 0.85, poor: gaps 0.05, 0.05 and 0.85.
    expect(measured.calibration.ece).toBeCloseTo((2 * 0.05 + 0.05 + 0.85) / 4, 9);
  });

  it('counts poor pages with the lowest confidence', () => {
    expect(measured.poorInLowestTenth).toBe(0.5);
    expect(measure([evaluated('wcxb', 1)], 0.8).poorInLowestTenth).toBe(0);
  });
});
