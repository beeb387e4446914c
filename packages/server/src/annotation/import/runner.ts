import { stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readUpload, removeUpload } from '@webpith/store';
import { z } from 'zod';
import type { JobRunner } from '../../jobs/runner.js';
import { importFile } from './import-file.js';

/** What an import is told; made by the route. */
const importOptions = z.object({
  corpus: z.string(),
  upload: z.string(),
  /** The name of the file, for people. */
  name: z.string(),
  /** Whether addresses in a list may be private ones; the server's own setting. */
  allowPrivate: z.boolean(),
});
export type ImportOptions = z.infer<typeof importOptions>;

/** Why a file is not there: imported by a run that died before it could say so, or forgotten. */
const GONE =
  'The file is no longer kept: it was imported before the server ended, or waited for more than a week. Look into the corpus, and upload it again if pages are missing.';

/** Puts the pages of an uploaded file into a corpus. Pages that are there already stay as they are, so it may run twice. */
export const importRunner: JobRunner = {
  async run(context) {
    const options = importOptions.parse(context.job.options);
    const { store, scratch, signal } = context;
    const path = join(scratch, fileName(options.name));
    await writeFile(path, readUpload(store, options.upload));
    if ((await stat(path)).size === 0) throw new Error(GONE);
    try {
      return await importFile(path, options, context);
    } finally {
      // A server that ends takes the job up again when it starts, and needs the file then.
      if (!signal.aborted) await removeUpload(store, options.upload);
    }
  },
};

/** The name decides how a file is read, so its ending is kept; nothing else of it is trusted. */
function fileName(name: string): string {
  const ending = /(?:\.[a-z0-9]{1,8}){0,2}$/i.exec(basename(name))?.[0] ?? '';
  return `upload${ending.toLowerCase()}`;
}
