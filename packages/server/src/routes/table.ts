import { sessionRoutes, tokenRoutes } from './access.js';
import { batchRoutes } from './batch.js';
import { corpusRoutes, exportRoutes, importRoutes } from './corpora.js';
import { evaluationRoutes } from './evaluations.js';
import { extractRoutes, readRoutes } from './extract.js';
import { frameRoutes, richRoutes } from './frame.js';
import { healthRoutes } from './health.js';
import { jobRoutes } from './jobs.js';
import { agreementRoutes, labelRoutes, suggestionRoutes } from './labels.js';
import { modelRoutes, settingRoutes } from './models.js';
import { pageRoutes, uncertaintyRoutes } from './pages.js';
import { feedbackRoutes, viewRoutes } from './reading.js';
import type { Routes } from './route.js';
import { siteRuleRoutes } from './site-rules.js';

export const routes: readonly Routes[] = [
  healthRoutes,
  sessionRoutes,
  extractRoutes,
  readRoutes,
  batchRoutes,
  frameRoutes,
  richRoutes,
  agreementRoutes,
  corpusRoutes,
  exportRoutes,
  importRoutes,
  labelRoutes,
  pageRoutes,
  suggestionRoutes,
  uncertaintyRoutes,
  tokenRoutes,
  jobRoutes,
  modelRoutes,
  evaluationRoutes,
  feedbackRoutes,
  siteRuleRoutes,
  settingRoutes,
  viewRoutes,
];
