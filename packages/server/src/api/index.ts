/** Request and response schemas, checked by the server; the app uses their types. */

export * from './access.js';
export * from './corpora.js';
export * from './extract.js';
export * from './jobs.js';
export * from './labels.js';
export * from './models.js';
export * from './reading.js';
