import type { Article, Decision, ExtractOptions } from 'webpith';

export interface Question {
  readonly id: number;
  readonly html: string;
  readonly options: ExtractOptions;
}

export type ShownDecision = Pick<Decision, 'kept' | 'summary' | 'score' | 'text' | 'path' | 'evidence'>;

export interface Found {
  /** Milliseconds of the extraction. */
  readonly ms: number;
  readonly decisions: readonly ShownDecision[];
  readonly text: string;
  readonly markdown: string;
  readonly html: string;
  readonly article: ReturnType<Article['toJSON']>;
}

export interface Answer {
  readonly id: number;
  readonly found?: Found;
  readonly error?: string;
}

/** A page to try, written for the project. */
export interface Example {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly html: string;
}
