import { crawl } from '../crawl.js';
import { typedExtraction } from './typed-extraction.js';

/** A crawl in its own process, which a test can kill. Arguments: the seed and the folder. */
const [seed, out] = process.argv.slice(2);
await crawl([seed!], out!, {
  extract: typedExtraction,
  allowPrivate: true,
  delay: 0,
  retries: 0,
  shardRows: 20,
});
process.exit(0);
