/** Shapes of what goes over the wire, checked by the server and known to the app by their types. */

export * from './agreement.js';
export * from './corpora.js';
export * from './evaluations.js';
export * from './extract.js';
export * from './feedback.js';
export * from './jobs.js';
export * from './labels.js';
export * from './models.js';
export * from './problem.js';
export * from './session.js';
export * from './settings.js';
export * from './site-rules.js';
export * from './tokens.js';
export * from './views.js';
