import { readAnnotationStates, readPageAnnotation, saveLabels } from '@webpith/store';
import { z } from 'zod';
import { corpusAgreement } from '../annotation/agreement.js';
import { LABEL_SETS, labelSetOf } from '../annotation/label-sets.js';
import { ADJUDICATED, corpusOf, treeOfBytes } from '../annotation/labelled-pages.js';
import { checkPlaces, pageShapes } from '../annotation/page-bytes.js';
import { suggestedLabels } from '../annotation/suggestions.js';
import { corpusName } from '../api/corpora.js';
import type { ExtractResult } from '../api/extract.js';
import {
  agreement,
  annotatorName,
  annotatorState,
  type LabelSave,
  labelSave,
  labelSet,
  pageLabels,
  type SavedLabels,
  savedLabels,
  suggestions,
} from '../api/labels.js';
import { extractFromPage, storedPage } from '../extraction/extract.js';
import { notFound, Problem } from '../problem.js';
import { jsonOf } from '../threads/threads.js';
import { pageOf } from './pages.js';
import { callerSignal, type Routes, routesFor } from './route.js';

const route = routesFor('labels');
const params = z.object({ page: z.string().max(100) });

const query = z
  .object({
    method: z.string().max(100).optional().describe('A name of /v1/methods. Default: by label set'),
    model: z.string().max(100).optional().describe('The id of a trained model'),
    labelSet: z.string().max(100).optional().describe('Default: the label set of the corpus'),
  })
  .strict();

/** Methods for label sets that the default method cannot predict. */
const DEFAULT_METHODS: Readonly<Record<string, string>> = { leaves: 'leaves' };

export const labelRoutes: Routes = (api, services) => {
  const { store } = services;
  const shapeOfPage = pageShapes(store);

  const save = async (page: string, annotator: string, body: LabelSave): Promise<SavedLabels> => {
    const { operations, done } = body;
    if (operations.length > 0) checkPlaces(await shapeOfPage(page), operations);
    const state = await saveLabels(store, { page, annotator, operations, done });
    if (state === undefined) throw notFound('page', page, 'Choose a page of the corpus.');
    return { revision: state.revision, count: state.count, done: state.done };
  };

  api.get(
    '/v1/label-sets',
    route('reader', 'Label sets with keys, descriptions and colours', {
      response: { 200: z.array(labelSet) },
    }),
    async () => [...LABEL_SETS],
  );

  api.get(
    '/v1/pages/:page/labels',
    route('reader', 'The labels of an annotator on a page', {
      params,
      querystring: z.object({ annotator: annotatorName.optional().describe('Default: the caller') }).strict(),
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
    route('annotator', 'Save your labels in one transaction', {
      params,
      body: labelSave,
      response: { 200: savedLabels },
    }),
    async ({ params: { page }, body, caller }) => {
      if (caller.name === ADJUDICATED) {
        const message = `The name ${ADJUDICATED} is reserved for adjudicated labels.`;
        throw new Problem('forbidden', message, 'Use another name.');
      }
      return await save(page, caller.name, body);
    },
  );

  api.post(
    '/v1/pages/:page/adjudication',
    route('annotator', `Save adjudicated labels, under the annotator “${ADJUDICATED}”`, {
      params,
      body: labelSave,
      response: { 200: savedLabels },
    }),
    async ({ params: { page }, body }) => await save(page, ADJUDICATED, body),
  );

  api.get(
    '/v1/pages/:page/annotators',
    route('reader', 'Annotators of a page', {
      params,
      response: { 200: z.object({ items: z.array(annotatorState) }) },
    }),
    async request => {
      const { id } = await pageOf({ store }, request.params.page);
      const states = await readAnnotationStates(store, [id]);
      return { items: states.map(({ page: _, ...state }) => state) };
    },
  );

  api.get(
    '/v1/pages/:page/suggestions',
    route('reader', 'Labels predicted by a method or model', {
      params,
      querystring: query,
      response: { 200: suggestions },
    }),
    async ({ params, query: { method, model, labelSet } }, reply) => {
      const { id, corpus } = await pageOf(services, params.page);
      const name = labelSet ?? (await corpusOf(services.store, corpus)).task;
      const set = labelSetOf(name);
      if (set === undefined) {
        throw new Problem(
          'bad-request',
          `There is no label set ${JSON.stringify(name)}.`,
          'Choose another label set.',
        );
      }
      const page = await storedPage(id, services);
      const defaultMethod = model === undefined ? (DEFAULT_METHODS[name] ?? 'default') : undefined;
      const request = { model, method: method ?? defaultMethod, explain: true };
      const result = jsonOf<ExtractResult>(
        await extractFromPage(page, request, services, { signal: callerSignal(reply) }),
      );
      const labels = suggestedLabels(treeOfBytes(page.bytes), result, set);
      return { page: id, labelSet: name, method: result.method, model: result.model, labels };
    },
  );

  api.get(
    '/v1/corpora/:corpus/agreement',
    route('reader', 'Agreement of two annotators: Cohen’s κ, scaled cosine, disagreements', {
      params: z.object({ corpus: corpusName }),
      querystring: z.object({ one: annotatorName, other: annotatorName }).strict(),
      response: { 200: agreement },
    }),
    async ({ params, query: { one, other } }) => await corpusAgreement(store, params.corpus, one, other),
  );
};
