import { decodeHTML } from 'entities/decode';
import type { MetadataSource } from './metadata.js';

/** What a source may claim; one value a claim, as text, unchecked. */
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

/** One value that one source gives for one field. */
export interface Claim {
  readonly value: string;
  readonly source: MetadataSource;
}

/** Longer values are no metadata: the longest description of 1,917 real pages has under 5,000 characters. */
export const MAX_VALUE = 8_000;
/** More values for one field are an attack or a mistake. Set by hand. */
const MAX_CLAIMS = 200;

/**
 * All that the sources of a page say about each field. Readers add what they find, in the order they find it; who
 * picks a value decides which source is believed.
 */
export class Claims {
  /** Types of schema.org that the page names, without the address. */
  readonly schemaTypes = new Set<string>();
  /** The text of the article as structured data give it. */
  articleBody: string | undefined;
  private readonly fields = new Map<ClaimField, Claim[]>();

  add(field: ClaimField, value: string, source: MetadataSource): void {
    if (value === '' || value.length > MAX_VALUE) return;
    // Content systems escape for HTML what they then put into JSON or escape once more.
    const text = tidy(value.includes('&') ? decodeHTML(value) : value);
    if (text === '') return;
    const claims = this.fields.get(field);
    if (claims === undefined) this.fields.set(field, [{ value: text, source }]);
    else if (claims.length < MAX_CLAIMS) claims.push({ value: text, source });
  }

  /** The same claims, to which more can be added. */
  copy(): Claims {
    const copy = new Claims();
    for (const [field, claims] of this.fields) copy.fields.set(field, [...claims]);
    return copy;
  }

  /** All claims for a field, in the order in which they were made. */
  of(field: ClaimField): readonly Claim[] {
    return this.fields.get(field) ?? [];
  }

  /** First claim that passes a check, as the value the check gives back, the trusted sources first. */
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

/** Claims of the named sources in that order, then the rest as they came. */
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

/** White space collapsed, invisible characters (soft hyphens, zero-width spaces, controls) dropped. */
export function tidy(text: string): string {
  return isTidy(text) ? text : text.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** Most values are: letters, signs and single spaces. */
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
