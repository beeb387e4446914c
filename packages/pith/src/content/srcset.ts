/** The largest image of a `srcset`, by width or pixel density. */
export function largestOf(srcset: string): string | undefined {
  let best: string | undefined;
  let bestSize = 0;
  for (const { url, size } of candidates(srcset)) {
    if (url.startsWith('data:') || size <= bestSize) continue;
    best = url;
    bestSize = size;
  }
  return best;
}

export function widestOf(srcset: string): number | undefined {
  const widths = candidates(srcset).flatMap(({ url, size, isWidth }) =>
    isWidth && !url.startsWith('data:') ? [size] : [],
  );
  return widths.length === 0 ? undefined : Math.max(...widths);
}

/** Limit for hostile pages. */
const MAX_CANDIDATES = 100;

/** Parses as in the standard: a URL runs to the next space, so it may contain commas; a trailing comma ends it. */
function candidates(srcset: string): { url: string; size: number; isWidth: boolean }[] {
  const found: { url: string; size: number; isWidth: boolean }[] = [];
  let i = 0;
  while (i < srcset.length && found.length < MAX_CANDIDATES) {
    while (i < srcset.length && isSpaceOrComma(srcset.charCodeAt(i))) i++;
    const start = i;
    while (i < srcset.length && srcset.charCodeAt(i) > 32) i++;
    if (i === start) break;
    let url = srcset.slice(start, i);
    let descriptor = '';
    if (url.endsWith(',')) while (url.endsWith(',')) url = url.slice(0, -1);
    else {
      const comma = srcset.indexOf(',', i);
      descriptor = srcset.slice(i, comma < 0 ? srcset.length : comma);
      i = comma < 0 ? srcset.length : comma + 1;
    }
    found.push({ url, size: sizeOf(descriptor), isWidth: /^\s*\d{1,6}w/.test(descriptor) });
  }
  return found;
}

function sizeOf(descriptor: string): number {
  const value = Number.parseFloat(descriptor);
  return value > 0 ? value : 1;
}

function isSpaceOrComma(code: number): boolean {
  return code <= 32 || code === 44;
}
