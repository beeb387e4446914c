import type { Importer } from './datasets.js';
import { importArticleBenchmark, importCleanEval, importCombined, importDragnet } from './datasets.js';
import { importCsv, importJsonl } from './tables.js';

function limited(read: Importer): Importer {
  return async function* (source, options = {}) {
    const { limit = Number.POSITIVE_INFINITY } = options;
    let pages = 0;
    if (limit <= 0) return;
    for await (const page of read(source, options)) {
      yield page;
      if (++pages >= limit) return;
    }
  };
}

export const importers = {
  'article-extraction-benchmark': limited(importArticleBenchmark),
  cleaneval: limited(importCleanEval),
  combined: limited(importCombined),
  csv: limited(importCsv),
  dragnet: limited(importDragnet),
  jsonl: limited(importJsonl),
} as const satisfies Record<string, Importer>;

export type ImporterName = keyof typeof importers;
