/** Table 2 of the paper: news accuracy of wrappers from 10, 20 and 40 pages, lowest and highest of twelve sites. */
export const PAPER_TABLE_2 = { lowest: [0.962, 0.973, 0.983], highest: [0.996, 0.996, 0.996] } as const;

/** Tables 3 and 4: accuracy by feature set. */
export const PAPER_TABLE_3 = { SPATIAL: 0.748, CONTENT: 0.818, ALL: 1 } as const;
export const PAPER_TABLE_4 = { SPATIAL: 0.019, CONTENT: 0.9937, ALL: 0.9979 } as const;

/** Table 5, overall. */
export const PAPER_TABLE_5 = { title: 0.986, body: 0.994, news: 0.981 } as const;
