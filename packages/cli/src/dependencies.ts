import { fetchPage } from '@pith/fetch';
import { type Lab, loadLab } from './lab.js';
import { type Library, loadLibrary } from './library.js';

/** What the commands stand on. Loaded when first needed, so that `pith --help` does not wait for a lab. */
export interface Dependencies {
  library(): Promise<Library>;
  lab(): Promise<Lab>;
  readonly fetchPage: typeof fetchPage;
}

/** The real ones. */
export const defaultDependencies: Dependencies = { library: loadLibrary, lab: loadLab, fetchPage };
