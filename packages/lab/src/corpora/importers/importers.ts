import { importArticleBenchmark } from './article-benchmark.js';
import { importCleanEval } from './cleaneval.js';
import { importCsv } from './csv.js';
import { importDragnet } from './dragnet.js';
import type { Importer } from './importer.js';
import { importJsonl } from './jsonl.js';

export const importers = {
  'article-extraction-benchmark': importArticleBenchmark,
  cleaneval: importCleanEval,
  csv: importCsv,
  dragnet: importDragnet,
  jsonl: importJsonl,
} as const satisfies Record<string, Importer>;

export type ImporterName = keyof typeof importers;
