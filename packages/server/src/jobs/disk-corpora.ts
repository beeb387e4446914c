import { statSync } from 'node:fs';
import { listCorpora, locateCorpora } from '@webpith/lab';
import type { ServerOptions } from '../options.js';

export function corporaFolder({ corpora }: Pick<ServerOptions, 'corpora'>): string | undefined {
  const folder = corpora ?? locateCorpora();
  const isThere = folder !== undefined && statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  return isThere ? folder : undefined;
}

export function diskCorpora(options: Pick<ServerOptions, 'corpora'>): string[] {
  const folder = corporaFolder(options);
  return folder === undefined ? [] : listCorpora(folder);
}
