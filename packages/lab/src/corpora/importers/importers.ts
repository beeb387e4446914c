import { importArticleBenchmark, importCleanEval, importDragnet } from './datasets.js';
import type { Importer } from './importer.js';
import { importCsv, importJsonl } from './tables.js';

export const importers = {
  'article-extraction-benchmark': importArticleBenchmark,
  cleaneval: importCleanEval,
  csv: importCsv,
  dragnet: importDragnet,
  jsonl: importJsonl,
} as const satisfies Record<string, Importer>;

export type ImporterName = keyof typeof importers;
