// Cuts pages into chunks, puts them into an index, and answers a question with the passages that fit best.
//   node examples/retrieval/answer.js "When did the tower go up?" examples/lighthouse.html
import { readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { chunks, extract } from 'webpith';

const [question, ...files] = process.argv.slice(2);
if (question === undefined || files.length === 0) {
  console.error('expected a question and files of HTML: answer.js "When did the tower go up?" page.html');
  process.exit(2);
}

const index = new MiniSearch({
  fields: ['path', 'text'],
  storeFields: ['path', 'text', 'place'],
  // Words of three letters and fewer are in every passage.
  processTerm: term => (term.length > 3 ? term.toLowerCase() : null),
  // The headings say what a passage is about.
  searchOptions: { boost: { path: 1.5 }, prefix: term => term.length > 4 },
});

for (const file of files) {
  const article = extract(readFileSync(file));
  for (const { index: number, path, text, url, anchor } of chunks(article, { size: 120 })) {
    const place = url ?? (anchor === undefined ? file : `${file}#${anchor}`);
    index.add({ id: `${file} ${number}`, path: path.join(' › '), text, place });
  }
}

const passages = index.search(question).slice(0, 3);
if (passages.length === 0) console.log('Nothing was found.');
for (const { path, text, place } of passages) console.log(`${path}\n${place}\n\n${text}\n\n---`);
