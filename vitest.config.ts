import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Workspace packages resolve to their sources, so a test never runs against a stale build.
  resolve: { conditions: ['pith-source'] },
  ssr: { resolve: { conditions: ['pith-source', 'node'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
