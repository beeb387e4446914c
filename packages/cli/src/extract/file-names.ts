import { looksLikeUrl } from '@webpith/fetch';
import type { Source } from '../input/sources.js';

const LONGEST = 100;

/** Gives every page a path of its own below the folder of outputs: as it is called, and no two the same. */
export function fileNames(extension: string): (source: Source) => string {
  const taken = new Set<string>();
  return ({ name }) => {
    const stem = looksLikeUrl(name) ? stemOfAddress(name) : stemOfFile(name);
    for (let copy = 1; ; copy++) {
      const path = `${copy === 1 ? stem : `${stem}-${copy}`}.${extension}`;
      // Some systems take names in capitals and small letters for the same.
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      return path;
    }
  };
}

/** Host, and a folder for each part of the path, as mirrors of sites have it. */
function stemOfAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  const parts = pathname.split('/').filter(part => part !== '');
  const last = parts.pop()?.replace(/\.(?:[sx]?html?|php|aspx?)$/i, '') ?? 'index';
  return [host, ...parts, `${last}${search}`].map(safe).join('/');
}

/** The path below the folder that was given, without the ending; outside of it the name alone. */
function stemOfFile(path: string): string {
  if (path === '-') return 'page';
  const parts = path.replaceAll('\\', '/').split('/');
  const isBelow = !path.startsWith('/') && !/^[a-z]:/i.test(path) && !parts.includes('..');
  const kept = isBelow ? parts.filter(part => part !== '' && part !== '.') : parts.slice(-1);
  const last = kept.pop() ?? 'page';
  return [...kept, last.replace(/\.gz$/i, '').replace(/\.[a-z]{2,6}$/i, '')].map(safe).join('/');
}

/** A part of a path that leads nowhere else: letters, digits and a few signs. */
function safe(part: string): string {
  const decoded = part.replace(/%[0-9a-f]{2}/gi, '-');
  const kept = decoded.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+|[.-]+$/g, '');
  return kept.slice(0, LONGEST) || 'page';
}
