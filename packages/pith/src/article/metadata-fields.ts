import type { PageMetadata } from '../metadata/page-metadata.js';

/** The fields of an article that are values of its metadata. */
export class MetadataFields {
  readonly #metadata: PageMetadata;

  /** `getters` become properties of the object, so that `{ ...article }` and `structuredClone` copy the fields. */
  constructor(metadata: PageMetadata, getters: PropertyDescriptorMap) {
    this.#metadata = metadata;
    Object.defineProperties(this, getters);
  }

  get canonicalUrl() {
    return this.#metadata.field('canonicalUrl')?.value;
  }

  get title() {
    return this.#metadata.field('title')?.value;
  }

  get authors() {
    return this.#metadata.field('authors')?.value ?? [];
  }

  get published() {
    return this.#metadata.field('published')?.value;
  }

  get modified() {
    return this.#metadata.field('modified')?.value;
  }

  get siteName() {
    return this.#metadata.field('siteName')?.value;
  }

  get description() {
    return this.#metadata.field('description')?.value;
  }

  get image() {
    return this.#metadata.field('image')?.value;
  }
}

/** The named getters of a class, as enumerable properties. */
export function enumerableGetters(prototype: object, names: readonly string[]): PropertyDescriptorMap {
  const getters: PropertyDescriptorMap = {};
  for (let owner = prototype; owner !== null; owner = Object.getPrototypeOf(owner)) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
      if (get !== undefined && names.includes(name)) getters[name] ??= { get, enumerable: true };
  }
  return getters;
}
