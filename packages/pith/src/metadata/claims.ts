import { decodeHTML } from 'entities/decode';
import type { MetadataSource } from './metadata.js';

export type ClaimField =
  | 'title'
  | 'author'
  | 'organisation'
  | 'published'
  | 'modified'
  | 'siteName'
  | 'description'
  | 'image'
  | 'canonicalUrl'
  | 'language'
  | 'tag'
  | 'section'
  | 'license'
  | 'free';

/** A value for a field from one source, not validated. */
export interface Claim {
  readonly value: string;
  readonly source: MetadataSource;
}

/** Maximum characters of a value. The longest description of 1,917 real pages has under 5,000. */
export const MAX_VALUE = 8_000;
const MAX_CLAIMS = 200;

/** All values of the sources of a page for each field, in the order in which they were read. */
export class Claims {
  readonly schemaTypes = new Set<string>();
  articleBody: string | undefined;
  private readonly fields = new Map<ClaimField, Claim[]>();

  add(field: ClaimField, value: string, source: MetadataSource): void {
    if (value === '' || value.length > MAX_VALUE) return;
    // Content systems often escape text twice, or escape it for HTML inside JSON.
    const text = tidy(value.includes('&') ? decodeHTML(value) : value);
    if (text === '') return;
    const claims = this.fields.get(field);
    if (claims === undefined) this.fields.set(field, [{ value: text, source }]);
    else if (claims.length < MAX_CLAIMS) claims.push({ value: text, source });
  }

  copy(): Claims {
    const copy = new Claims();
    for (const [field, claims] of this.fields) copy.fields.set(field, [...claims]);
    return copy;
  }

  of(field: ClaimField): readonly Claim[] {
    return this.fields.get(field) ?? [];
  }

  /** The first claim for which `check` returns a value, with that value; the sources in `trust` come first. */
  first<T>(
    field: ClaimField,
    check: (value: string) => T | undefined,
    trust: readonly MetadataSource[] = [],
  ): { value: T; source: MetadataSource } | undefined {
    for (const claim of byTrust(this.of(field), trust)) {
      const value = check(claim.value);
      if (value !== undefined) return { value, source: claim.source };
    }
    return undefined;
  }
}

/** Claims of the sources in `trust`, in that order, then the others in reading order. */
export function byTrust(claims: readonly Claim[], trust: readonly MetadataSource[]): readonly Claim[] {
  if (claims.length < 2 || trust.length === 0) return claims;
  const rank = (claim: Claim) => {
    const place = trust.indexOf(claim.source);
    return place < 0 ? trust.length : place;
  };
  return claims
    .map((claim, i) => ({ claim, i }))
    .sort((a, b) => rank(a.claim) - rank(b.claim) || a.i - b.i)
    .map(x => x.claim);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what it drops
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff\u0000-\u0008\u000e-\u001f]/g;

/** Collapses white space and drops invisible characters (soft hyphens, zero-width spaces, controls). */
export function tidy(text: string): string {
  return isTidy(text) ? text : text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** A faster test than the regular expressions. False also for some tidy texts with rare characters. */
function isTidy(text: string): boolean {
  let last = 32;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || (code === 32 && last === 32) || code === 0xa0 || code === 0xad) return false;
    if (code >= 0x1680 && (code <= 0x2fff || code >= 0xfe00)) return false;
    last = code;
  }
  return last !== 32;
}
