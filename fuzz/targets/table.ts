import { addresses } from './addresses.js';
import { files } from './files.js';
import { markdown } from './markdown.js';
import { models } from './models.js';
import { pages } from './pages.js';
import { requests } from './requests.js';
import { rules } from './rules.js';
import { sources } from './sources.js';
import type { Target } from './target.js';

export const TARGETS: readonly Target[] = [
  pages,
  markdown,
  files,
  sources,
  addresses,
  requests,
  rules,
  models,
];
