/** Versions of the two parsers compared. */
export interface Versions {
  readonly parse5: string;
  readonly htmlparser2: string;
}

/** The page docs/results/parse5.md around the measured rows. */
export function report(rows: readonly string[], versions: Versions): string {
  return `# Agreement with parse5

Pith builds its tree on htmlparser2's tokenizer and a table of what closes what, because that is several times as fast
as following the standard's tree construction to the letter. How much is lost by it was measured against parse5
${versions.parse5}, which does follow the standard (scripting off, so that \`<noscript>\` is parsed, as in Pith);
htmlparser2 ${versions.htmlparser2}. Declarative shadow roots, which only Pith lays open, are left closed
here. Written by \`npx tsx --conditions=pith-source bench/parse5-agreement.ts\`.

| corpus | pages | same text | text | blocks | links | same blocks | pages.jsonl (SHA-256) |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

- **same text**: share of pages whose visible words (text outside scripts, styles, templates, options, …) are the same
  and in the same order;
- **text**: mean F1 over the multisets of three words in a row;
- **blocks**: mean F1 over the multisets of pairs (innermost block element, text between two block boundaries);
- **links**: mean F1 over the multisets of pairs (word, whether it stands in a link);
- **same blocks**: share of pages where all blocks are the same.

## What differs

All are left as they are on purpose: each would cost time on every page and changes little of what a reader sees.

| difference | effect |
| --- | --- |
| \`html\`, \`body\`, \`tbody\` are not made up where the page leaves them out | text before \`<body>\` stands in \`html\` or the document: most of the differing blocks |
| text directly inside a table is not moved in front of it | such text comes later than in a browser |
| a link that was never closed is not opened again in the next block | words after it do not count as linked; with the standard's rule a forgotten \`</a>\` makes a link of the whole rest of a page |

## What the comparison mended

Found here, or while looking for causes, and mended: \`<![CDATA[\` outside svg and math (swallowed whole pages), \`</script>\` inside \`<!-- <script>\`
inside a script (script text was shown), text in a \`<noscript>\` of the head (was lost), tables inside paragraphs of pages in
quirks mode, parts of tables outside of one, HTML after a forgotten \`</svg>\`, \`<h2>…</h3>\`, \`<span><p>…</span>\`, \`</li>\` inside a nested list.
`;
}
