import type { MetadataSource } from '../metadata.js';

/** One of the possible values of a field. */
export interface FactCandidate {
  readonly value: string;
  /** For example `json-ld published` or `line near the title`. */
  readonly places: readonly string[];
  /** Indices in `explain()` of the blocks that show the value; empty if only metadata contains it. */
  readonly blocks: readonly number[];
  /** Log-odds from the ranker; only of ranked fields. */
  readonly score?: number;
  readonly chosen: boolean;
}

export interface Fact<T> {
  readonly value: T;
  readonly source: MetadataSource;
  /** Probability that it is correct, 0 to 1. */
  readonly confidence: number;
}

export interface Ranked<T> {
  readonly fact: Fact<T> | undefined;
  readonly candidates: readonly FactCandidate[];
}

export interface Author {
  readonly name: string;
  readonly kind: 'person' | 'organisation';
  /** The author's page and portrait, if this page gives them. */
  readonly url?: string;
  readonly image?: string;
}
