import type { Routes } from './route.js';

/** All routes, by concern. A new concern is a file here and a line in this table. */
export const routes: readonly Routes[] = [];
