import { fetchPage } from '@webpith/fetch';
import { type Fleet, loadFleet, loadQueueing, type Queueing } from './fleet.js';
import { installed } from './installed.js';
import { type Lab, loadLab } from './lab.js';
import { type Library, loadLibrary } from './library.js';
import { loadRenderer, type Renderer } from './renderer.js';
import { loadServer, type Server } from './server.js';

/** What the commands stand on. Loaded when first needed, so that `pith --help` does not wait for a lab. */
export interface Dependencies {
  library(): Promise<Library>;
  lab(): Promise<Lab>;
  fleet(): Promise<Fleet>;
  queueing(): Promise<Queueing>;
  renderer(): Promise<Renderer>;
  server(): Promise<Server>;
  readonly fetchPage: typeof fetchPage;
}

/** The real ones. */
export const defaultDependencies: Dependencies = {
  library: loadLibrary,
  lab: () => installed('@webpith/lab', loadLab),
  fleet: () => installed('@webpith/fleet', loadFleet),
  queueing: () => installed('@webpith/fleet', loadQueueing),
  renderer: () => installed('@webpith/render', loadRenderer),
  server: () => installed('@webpith/server', loadServer),
  fetchPage,
};
