/** The largest image that a `srcset` names: by width, or by pixel density where no width is given. */
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

/** The width in pixels of the largest image that a `srcset` names by widths. */
export function widestOf(srcset: string): number | undefined {
  const widths = candidates(srcset).flatMap(({ url, size, isWidth }) =>
    isWidth && !url.startsWith('data:') ? [size] : [],
  );
  return widths.length === 0 ? undefined : Math.max(...widths);
}

/** A `srcset` with more candidates than this is not one. */
const MAX_CANDIDATES = 100;

/** Reads as the standard does: an address runs to the next space, so it may hold commas; a comma at its end ends it. */
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

/** Widths are counted as they are, densities as if 1x were one pixel wide: a set holds one kind only. */
function sizeOf(descriptor: string): number {
  const value = Number.parseFloat(descriptor);
  return value > 0 ? value : 1;
}

function isSpaceOrComma(code: number): boolean {
  return code <= 32 || code === 44;
}
