/** A small page with an article; `words` makes it unique. */
export function articlePage(words: string): string {
  const sentence = `The tide rises twice a day, and the boats of ${words} wait for it in the small harbour below the town.`;
  return `<!doctype html><html lang="en"><head><title>Tides of ${words}</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav>
<main><h1>Tides of ${words}</h1>${`<p>${sentence} ${sentence}</p>`.repeat(5)}</main>
<footer><a href="/imprint">Imprint</a></footer></body></html>`;
}
