import type { Blocks } from './blocks/blocks.js';
import { blocksFromTree } from './blocks/from-tree.js';
import { type Features, featuresFromBlocks } from './features/from-blocks.js';
import { type PageInput, readPage } from './input.js';
import { lazy } from './lazy.js';
import { type ReadMetadata, readMetadata } from './metadata/from-blocks.js';
import type { Metadata } from './metadata/metadata.js';
import type { ExtractOptions, PageOptions } from './options.js';

/** The input of a model: blocks, metadata and features of a page. */
export interface Analysis {
  readonly blocks: Blocks;
  /** Computed on first access, except for title, heading and description, which the features use. */
  readonly metadata: Metadata;
  readonly read: ReadMetadata;
  readonly features: Features;
  /** Checked; `url` falls back to the URL that came with the page. */
  readonly options: PageOptions;
}

/** Runs the stages up to the features. Shared by `extract` and training, so that both see the same numbers. */
export function analyse(input: PageInput, given: ExtractOptions): Analysis {
  const { tree, options } = readPage(input, given);
  const blocks = blocksFromTree(tree);
  const read = readMetadata(blocks, options);
  const features = featuresFromBlocks(blocks, {
    url: options.url,
    title: read.title,
    description: read.description,
    heading: read.heading,
    ...read.declarations,
  });
  return lazy({ blocks, read, features, options }, { metadata: () => read.metadata });
}
