import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { RenderError } from './errors.js';

/** Names under which systems know a Chromium, best first. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/** Places outside of the path where a Chromium is kept. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

type Environment = Readonly<Record<string, string | undefined>>;

/** The Chromium of this system: the one `PITH_CHROMIUM` names, one on the path, or one in a known place. */
export function findChromium(env: Environment = process.env): string | undefined {
  const named = env.PITH_CHROMIUM;
  if (named !== undefined && named !== '') return isProgram(named) ? named : undefined;
  const folders = (env.PATH ?? '').split(delimiter).filter(folder => folder !== '');
  const onPath = NAMES.flatMap(name => folders.map(folder => join(folder, name)));
  return [...onPath, ...PLACES].find(isProgram);
}

/** As `findChromium`; where there is none, the error says how to get one. */
export function requireChromium(env: Environment = process.env): string {
  const found = findChromium(env);
  if (found !== undefined) return found;
  const named = env.PITH_CHROMIUM;
  const came = named ? `PITH_CHROMIUM names ${named}, which is no program` : 'found none on the path';
  const remedy =
    'install it (on Debian: apt-get install chromium) or set PITH_CHROMIUM to the path of a Chromium';
  throw new RenderError('no-chromium', `expected Chromium, ${came}; ${remedy}`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
