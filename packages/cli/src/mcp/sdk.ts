/**
 * What we use of the protocol's library and of its schemas. They are 20 MB as packages and a tenth of it as the code that
 * is used, so the build bundles this file (`packaging/bundle.ts`) and users install neither: nothing else of the
 * command imports them.
 */
export {
  type CallToolResult,
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  McpServer,
  originValidationResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
export { z } from 'zod';
