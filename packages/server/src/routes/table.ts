import { agreementRoutes } from './agreement.js';
import { batchRoutes } from './batch.js';
import { corpusRoutes } from './corpora.js';
import { evaluationRoutes } from './evaluations.js';
import { exportRoutes } from './exports.js';
import { extractRoutes } from './extract.js';
import { feedbackRoutes } from './feedback.js';
import { frameRoutes } from './frame.js';
import { healthRoutes } from './health.js';
import { importRoutes } from './imports.js';
import { jobRoutes } from './jobs.js';
import { labelSetRoutes } from './label-sets.js';
import { labelRoutes } from './labels.js';
import { methodRoutes } from './methods.js';
import { metricsRoutes } from './metrics.js';
import { modelRoutes } from './models.js';
import { pageRoutes } from './pages.js';
import { readRoutes } from './read.js';
import { richRoutes } from './rich.js';
import type { Routes } from './route.js';
import { sessionRoutes } from './session.js';
import { settingRoutes } from './settings.js';
import { siteRuleRoutes } from './site-rules.js';
import { suggestionRoutes } from './suggestions.js';
import { tokenRoutes } from './tokens.js';
import { uncertaintyRoutes } from './uncertainty.js';
import { viewRoutes } from './views.js';

/** All routes, by concern. A new concern is a file here and a line in this table. */
export const routes: readonly Routes[] = [
  healthRoutes,
  metricsRoutes,
  sessionRoutes,
  extractRoutes,
  readRoutes,
  batchRoutes,
  methodRoutes,
  frameRoutes,
  richRoutes,
  agreementRoutes,
  corpusRoutes,
  exportRoutes,
  importRoutes,
  labelSetRoutes,
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
