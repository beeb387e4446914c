import { addCorpus, addPage, openStore, saveLabels } from '../../packages/store/dist/index.js';

/** Saves labels continuously and prints the number of each acknowledged save. */
const [address = '', annotator = '', from = '0', inOne = '8'] = process.argv.slice(2);
const store = await openStore(address);
await addCorpus(store, { name: 'writers', title: 'Writers', task: 'content' });
const { page } = (await addPage(store, {
  corpus: 'writers',
  bytes: new TextEncoder().encode('<p>text'),
}))!;
process.stdout.write(`page ${page.id}\n`);
for (let save = Number(from); ; save++) {
  process.stdout.write(`sent ${save}\n`);
  const operations = Array.from({ length: Number(inOne) }, (_, place) => ({
    id: `${annotator}-${save}-${place}`,
    node: save * Number(inOne) + place,
    label: String(save),
  }));
  try {
    await saveLabels(store, { page: page.id, annotator, operations });
  } catch (error) {
    // The server is gone: unacknowledged saves may or may not be stored.
    process.stdout.write(`failed ${error instanceof Error ? error.message.split('\n')[0] : error}\n`);
    process.exit(7);
  }
  process.stdout.write(`kept ${save}\n`);
}
