/** The server: HTTP API, jobs and web app. */
export { type Caller, ROLES, type Role } from './auth/roles.js';
export { openTokenAdmin, type TokenAdmin } from './auth/tokens.js';
export {
  demandsTokens,
  ServerError,
  type ServerErrorCode,
  type ServerOptions,
  serverDefaults,
} from './options.js';
export { Problem, type ProblemCode } from './problem.js';
export { type RunningServer, startServer } from './server.js';
