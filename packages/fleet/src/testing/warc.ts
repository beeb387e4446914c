/** Re-exports the WARC builders of the tests of `sources`. */
export * from '@webpith/sources/testing';
