import type { Blocks } from '../blocks/blocks.js';
import type { PageTree } from '../tree/tree.js';
import { Visibility } from '../tree/visibility.js';
import { pageNumbers } from './families/page.js';
import { Features } from './from-blocks.js';
import {
  type Articles,
  articles,
  type HeadingCounts,
  headingCounts,
  type ProseDistances,
  proseDistances,
  type RunningSums,
  runningSums,
} from './measurements/order.js';
import {
  groupPaths,
  type Landmarks,
  landmarks,
  type NodeSums,
  nodeSums,
  type Paths,
} from './measurements/structure.js';
import { measureTexts, type TextMeasurements } from './measurements/text.js';
import { type NodeNames, nodeNames } from './name-groups.js';

export interface PageHints {
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly heading?: number | undefined;
  readonly description?: string | undefined;
  readonly ogType?: string | undefined;
  readonly generator?: string | undefined;
  /** Schema.org types declared by the page, without the namespace: `NewsArticle`, `Product`. */
  readonly schemaTypes: readonly string[];
  readonly articleBody?: string | undefined;
}

/** A page with the measurements that features and later stages share; each is computed on first use. */
export class Page {
  #visibility: Visibility | undefined;
  #names: NodeNames | undefined;
  #sums: NodeSums | undefined;
  #texts: TextMeasurements | undefined;
  #paths: Paths | undefined;
  #landmarks: Landmarks | undefined;
  #runningSums: RunningSums | undefined;
  #proseDistances: ProseDistances | undefined;
  #headingCounts: HeadingCounts | undefined;
  #articles: Articles | undefined;
  #numbers: Float32Array | undefined;
  #features: Features | undefined;

  constructor(
    readonly blocks: Blocks,
    readonly hints: PageHints,
  ) {}

  get tree(): PageTree {
    return this.blocks.tree;
  }

  get visibility(): Visibility {
    this.#visibility ??= new Visibility(this.tree);
    return this.#visibility;
  }

  get names(): NodeNames {
    this.#names ??= nodeNames(this.tree);
    return this.#names;
  }

  get sums(): NodeSums {
    this.#sums ??= nodeSums(this.blocks);
    return this.#sums;
  }

  get texts(): TextMeasurements {
    this.#texts ??= measureTexts(this.blocks, this.hints);
    return this.#texts;
  }

  get paths(): Paths {
    this.#paths ??= groupPaths(this.blocks, this.names);
    return this.#paths;
  }

  get landmarks(): Landmarks {
    this.#landmarks ??= landmarks(this.blocks, this.sums, this.names, this.hints.heading);
    return this.#landmarks;
  }

  get runningSums(): RunningSums {
    this.#runningSums ??= runningSums(this.blocks);
    return this.#runningSums;
  }

  get proseDistances(): ProseDistances {
    this.#proseDistances ??= proseDistances(this.blocks);
    return this.#proseDistances;
  }

  get headingCounts(): HeadingCounts {
    this.#headingCounts ??= headingCounts(this.blocks, this.landmarks.title);
    return this.#headingCounts;
  }

  get articles(): Articles {
    this.#articles ??= articles(this.tree);
    return this.#articles;
  }

  get numbers(): Float32Array {
    this.#numbers ??= pageNumbers(this);
    return this.#numbers;
  }

  get features(): Features {
    this.#features ??= new Features(this);
    return this.#features;
  }
}
