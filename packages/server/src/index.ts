/** Pith over HTTP. */
export { type Caller, ROLES, type Role } from './auth/roles.js';
export { openTokenAdmin, type TokenAdmin } from './auth/token-admin.js';
export type { TokenRegistry } from './auth/token-registry.js';
export { serverDefaults } from './defaults.js';
export { ServerError, type ServerErrorCode } from './errors.js';
export { demandsTokens, type ServerOptions } from './options.js';
export { Problem, type ProblemCode } from './problem.js';
export { type RunningServer, startServer } from './start.js';
