import { readAnnotationStates, readPageAnnotation, saveLabels } from '@webpith/store';
import { z } from 'zod';
import { checkPlaces, pageShapes } from '../annotation/page-shapes.js';
import { ADJUDICATED } from '../annotation/settled.js';
import {
  annotatorName,
  annotatorState,
  type LabelSave,
  labelSave,
  pageLabels,
  type SavedLabels,
  savedLabels,
} from '../api/labels.js';
import { notFound, Problem } from '../problem.js';
import { pageOf } from './pages.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('labels');
const params = z.object({ page: z.string().max(100) });

/** What annotators say of pages. */
export const labelRoutes: Routes = (api, { store }) => {
  const shapeOfPage = pageShapes(store);

  const save = async (page: string, annotator: string, body: LabelSave): Promise<SavedLabels> => {
    const operations = body.operations.map(({ id, node, label, scope, start, end }) => ({
      id,
      node,
      label,
      ...(scope === undefined ? {} : { scope }),
      ...(start === undefined || end === undefined ? {} : { start, end }),
    }));
    if (operations.length > 0) checkPlaces(await shapeOfPage(page), operations);
    const { done } = body;
    const state = await saveLabels(store, {
      page,
      annotator,
      operations,
      ...(done === undefined ? {} : { done }),
    });
    if (state === undefined) {
      throw notFound('the id of a page', page, 'Look it up in its corpus.');
    }
    const { revision, count, done: isDone } = state;
    return { revision, count, done: isDone };
  };

  api.get(
    '/v1/pages/:page/labels',
    route('reader', 'The labels of an annotator on a page', {
      params,
      querystring: z
        .object({ annotator: annotatorName.optional().describe('The caller where absent') })
        .strict(),
      response: { 200: pageLabels },
    }),
    async request => {
      const { id, digest } = await pageOf({ store }, request.params.page);
      const annotator = request.query.annotator ?? request.caller.name;
      const { revision, done, labels } = await readPageAnnotation(store, id, annotator);
      return { page: id, digest, annotator, revision, done, labels: [...labels] };
    },
  );

  api.post(
    '/v1/pages/:page/labels',
    route(
      'annotator',
      'Save labels of one’s own: all or none, kept when answered, once for each operation’s id',
      { params, body: labelSave, response: { 200: savedLabels } },
    ),
    async ({ params: { page }, body, caller }) => {
      if (caller.name === ADJUDICATED) throw notAnAnnotator();
      return await save(page, caller.name, body);
    },
  );

  api.post(
    '/v1/pages/:page/adjudication',
    route('annotator', `Settle what annotators disagree on: labels of the annotator “${ADJUDICATED}”`, {
      params,
      body: labelSave,
      response: { 200: savedLabels },
    }),
    async ({ params: { page }, body }) => await save(page, ADJUDICATED, body),
  );

  api.get(
    '/v1/pages/:page/annotators',
    route('reader', 'Who has labelled a page', {
      params,
      response: { 200: z.object({ items: z.array(annotatorState) }) },
    }),
    async request => {
      const { id } = await pageOf({ store }, request.params.page);
      const states = await readAnnotationStates(store, [id]);
      return { items: states.map(({ page: _, ...state }) => state) };
    },
  );
};

function notAnAnnotator(): Problem {
  return new Problem(
    'forbidden',
    `expected the name of a person, got ${ADJUDICATED}, which stands for what was settled`,
    'Take another name, or send it to /adjudication.',
  );
}
