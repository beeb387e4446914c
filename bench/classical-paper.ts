type Genre = 'news' | 'blogs' | 'forums';

/**
 * F1 in Louvan (2009): news in table 6.17, blogs in table 6.22, forums in table 6.27. LQF-25 in table 6.17 is a
 * misprint (P = R = F1).
 */
const PAPER: Readonly<Record<Genre, Readonly<Record<string, number>>>> = {
  news: {
    'tccb-25': 0.816,
    'ccb-r40': 0.763,
    'accb-r40': 0.699,
    'lp-7': 0.728,
    'lqf-75': 0.698,
    'lqf-50': 0.717,
    kfe: 0.502,
    fe: 0.218,
    dsc: 0.852,
    crunch: 0.714,
  },
  blogs: {
    'tccb-25': 0.634,
    'ccb-r40': 0.648,
    'accb-r40': 0.349,
    'lp-7': 0.554,
    'lqf-75': 0.386,
    'lqf-50': 0.416,
    'lqf-25': 0.423,
    kfe: 0.486,
    fe: 0.234,
    dsc: 0.396,
  },
  forums: {
    'tccb-25': 0.293,
    'ccb-r40': 0.295,
    'accb-r40': 0.342,
    'lp-7': 0.414,
    'lqf-75': 0.417,
    'lqf-50': 0.42,
    'lqf-25': 0.426,
    kfe: 0.454,
    fe: 0.366,
    dsc: 0.213,
  },
};

/** Mean F1 by method on current pages. */
export type Ours = Record<Genre, Record<string, number>>;

/** Pairs closer than this are a tie. */
const TIE = 0.02;

/** The paper's figures beside ours, and the orderings that still apply. */
export function paperComparison(ours: Ours): string {
  return (['news', 'blogs', 'forums'] as const).map(genre => compare(genre, ours[genre])).join('\n');
}

const TITLES: Readonly<Record<Genre, string>> = {
  news: 'News (table 6.17 beside `newspapers`)',
  blogs: 'Blogs (table 6.22 beside the articles of `wcxb`)',
  forums: 'Forums (table 6.27 beside the `forum` pages of `wcxb`)',
};

function compare(genre: Genre, own: Readonly<Record<string, number>>): string {
  const paper = PAPER[genre];
  const names = Object.keys(paper).filter(name => own[name] !== undefined);
  const rows = names
    .toSorted((a, b) => paper[b]! - paper[a]!)
    .map(name => `| ${name} | ${paper[name]!.toFixed(3)} | ${own[name]!.toFixed(3)} |`);
  const pairs = names.flatMap((a, i) =>
    names.slice(i + 1).map(b => (paper[a]! >= paper[b]! ? ([a, b] as const) : ([b, a] as const))),
  );
  const clear = pairs.filter(([a, b]) => paper[a]! - paper[b]! >= TIE);
  const flipped = clear.filter(([a, b]) => own[b]! - own[a]! >= TIE);
  const held = clear.filter(([a, b]) => own[a]! - own[b]! >= TIE);
  return [
    `### ${TITLES[genre]}`,
    '',
    '| method | F1 of 2009 | F1 here |',
    '| --- | --- | --- |',
    ...rows,
    '',
    `Of ${clear.length} clear orderings ${held.length} hold, ${clear.length - held.length - flipped.length} have become ties and ${flipped.length} are reversed${flipped.length > 0 ? ':' : '.'}`,
    ...(flipped.length > 0 ? ['', ...reversals(flipped)] : []),
    '',
  ].join('\n');
}

function reversals(flipped: readonly (readonly [loser: string, winner: string])[]): string[] {
  const winners = [...new Set(flipped.map(([, winner]) => winner))];
  return winners.map(winner => {
    const losers = flipped.filter(([, own]) => own === winner).map(([loser]) => loser);
    return `- ${winner} now beats ${losers.join(', ')}.`;
  });
}
