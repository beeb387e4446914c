import type { Blocks } from './blocks/blocks.js';
import { blocksFromTree } from './blocks/from-tree.js';
import { type Features, featuresFromBlocks } from './features/from-blocks.js';
import { type PageInput, readPage } from './input.js';
import { lazy } from './lazy.js';
import { type ReadMetadata, readMetadata } from './metadata/from-blocks.js';
import type { Metadata } from './metadata/metadata.js';
import type { ExtractOptions, PageOptions } from './options.js';

/** What is known about a page before anything is decided: all that a model sees. */
export interface Analysis {
  readonly blocks: Blocks;
  /** Made when first asked for, but for the title, its heading and the description, which the features read. */
  readonly metadata: Metadata;
  /** All that was read for the metadata, with the candidates of each fact. */
  readonly read: ReadMetadata;
  readonly features: Features;
  /** Checked, with the address that the page came with where the caller named none. */
  readonly options: PageOptions;
}

/** The stages up to the features; `extract` and training share them, so that the two cannot drift apart. */
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
