import { z } from 'zod';
import { methodInfo } from '../api/extract.js';
import { listMethods } from '../extraction/methods.js';
import { type Routes, routesAbout } from './route.js';

const route = routesAbout('extract');

/** The methods that extraction can be asked for. */
export const methodRoutes: Routes = api => {
  api.get(
    '/v1/methods',
    route('reader', 'Methods', { response: { 200: z.array(methodInfo) } }),
    async () => await listMethods(),
  );
};
