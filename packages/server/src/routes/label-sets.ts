import { z } from 'zod';
import { LABEL_SETS } from '../annotation/label-sets.js';
import { labelSet } from '../api/labels.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('labels');

/** The sets of labels to choose from. */
export const labelSetRoutes: Routes = api => {
  api.get(
    '/v1/label-sets',
    route('reader', 'Sets of labels, each label with its key, meaning and colour', {
      response: { 200: z.array(labelSet) },
    }),
    async () => [...LABEL_SETS],
  );
};
