import type { Metadata } from '../metadata/metadata.js';

/** The fields of an article that are values of its metadata. */
export class MetadataFields {
  readonly #metadata: () => Metadata;

  constructor(metadata: () => Metadata) {
    this.#metadata = metadata;
  }

  get canonicalUrl() {
    return this.#metadata().canonicalUrl?.value;
  }

  get title() {
    return this.#metadata().title?.value;
  }

  get authors() {
    return this.#metadata().authors?.value ?? [];
  }

  get published() {
    return this.#metadata().published?.value;
  }

  get modified() {
    return this.#metadata().modified?.value;
  }

  get siteName() {
    return this.#metadata().siteName?.value;
  }

  get description() {
    return this.#metadata().description?.value;
  }

  get image() {
    return this.#metadata().image?.value;
  }

  get tags() {
    return this.#metadata().tags?.value ?? [];
  }

  get section() {
    return this.#metadata().section?.value;
  }

  get license() {
    return this.#metadata().license?.value;
  }

  get paywalled() {
    return this.#metadata().paywalled?.value;
  }
}
