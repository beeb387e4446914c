/** WARC files for tests; they are made where they are read. */
export * from '@webpith/sources/testing';
