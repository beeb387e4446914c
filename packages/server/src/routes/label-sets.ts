import { z } from 'zod';
import { LABEL_SETS } from '../annotation/label-sets.js';
import { labelSet } from '../api/labels.js';
import type { Routes } from './route.js';

/** The sets of labels to choose from. */
export const labelSetRoutes: Routes = api => {
  api.get(
    '/v1/label-sets',
    {
      config: { role: 'reader' },
      schema: {
        tags: ['labels'],
        summary: 'Sets of labels, each label with its key, meaning and colour',
        response: { 200: z.array(labelSet) },
      },
    },
    async () => [...LABEL_SETS],
  );
};
