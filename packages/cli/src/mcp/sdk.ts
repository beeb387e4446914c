/**
 * The parts of the MCP SDK and zod that we use. Only this file imports them: the build bundles it
 * (`packaging/bundle.ts`), so that users need not install 20 MB of packages.
 */
export {
  type CallToolResult,
  createMcpHandler,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
export { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
export { z } from 'zod';
