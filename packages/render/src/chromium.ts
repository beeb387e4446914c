import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { RenderError } from './errors.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

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

/** Finds Chromium: `PITH_CHROMIUM` if set (without fallback), otherwise in PATH, then in common locations. */
export function findChromium(env: Environment = process.env): string | undefined {
  const named = env.PITH_CHROMIUM;
  if (named !== undefined && named !== '') return isProgram(named) ? named : undefined;
  const folders = (env.PATH ?? '').split(delimiter).filter(folder => folder !== '');
  const onPath = NAMES.flatMap(name => folders.map(folder => join(folder, name)));
  return [...onPath, ...PLACES].find(isProgram);
}

export function requireChromium(env: Environment = process.env): string {
  const found = findChromium(env);
  if (found !== undefined) return found;
  const named = env.PITH_CHROMIUM;
  const problem = named ? `PITH_CHROMIUM is ${named}, which is not a program` : 'Chromium was not found';
  const remedy =
    'install it (on Debian: apt-get install chromium) or set PITH_CHROMIUM to the path of a Chromium';
  throw new RenderError('no-chromium', `${problem}; ${remedy}`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
