import type { Metadata } from '../metadata/metadata.js';

/** The fields of an article that are values of its metadata. */
export class MetadataFields {
  readonly #field: <K extends keyof Metadata>(name: K) => Metadata[K];

  constructor(field: <K extends keyof Metadata>(name: K) => Metadata[K]) {
    this.#field = field;
  }

  get canonicalUrl() {
    return this.#field('canonicalUrl')?.value;
  }

  get title() {
    return this.#field('title')?.value;
  }

  get authors() {
    return this.#field('authors')?.value ?? [];
  }

  get published() {
    return this.#field('published')?.value;
  }

  get modified() {
    return this.#field('modified')?.value;
  }

  get siteName() {
    return this.#field('siteName')?.value;
  }

  get description() {
    return this.#field('description')?.value;
  }

  get image() {
    return this.#field('image')?.value;
  }

  get tags() {
    return this.#field('tags')?.value ?? [];
  }

  get section() {
    return this.#field('section')?.value;
  }

  get license() {
    return this.#field('license')?.value;
  }

  get paywalled() {
    return this.#field('paywalled')?.value;
  }
}
