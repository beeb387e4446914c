import type { MetadataSource } from '../metadata.js';

/** One of the values that a page offers for a fact. */
export interface FactCandidate {
  readonly value: string;
  /** Where it stands: `json-ld published`, `line near the title`. */
  readonly places: readonly string[];
  /** The blocks that show it, by their place in `explain()`; none where only machines read it. */
  readonly blocks: readonly number[];
  /** Log-odds by the ranker, where one decides; the highest is taken. */
  readonly score?: number;
  readonly chosen: boolean;
}

/** A value, where it was found, how sure it is, and what else the page offers. */
export interface Fact<T> {
  readonly value: T;
  readonly source: MetadataSource;
  /** Probability that it is right, 0 to 1. */
  readonly confidence: number;
}

/** A fact, or none, with all candidates. */
export interface Weighed<T> {
  readonly fact: Fact<T> | undefined;
  readonly candidates: readonly FactCandidate[];
}

/** Who wrote a text. */
export interface Author {
  readonly name: string;
  readonly kind: 'person' | 'organisation';
  /** The page about the author, and a portrait, where this page gives them. */
  readonly url?: string;
  readonly image?: string;
}
