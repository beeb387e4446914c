import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Workspace packages resolve to their sources, so a test never runs against a stale build.
  resolve: { conditions: ['pith-source'] },
  ssr: { resolve: { conditions: ['pith-source', 'node'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Threads and commands that are started as such import the build for Node.
    globalSetup: ['packaging/bundle.ts'],
    // Many tests wait for a browser, a server or a database: two files at once even where there are few cores.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
