import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that start a browser, servers or programs, and take long: they begin first, so that none is left alone at the end. */
const LONG = /\/(?:packages\/(?:app|cli|fleet|render|server)|test)\//;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))];
  }
}

export default defineConfig({
  // Workspace packages resolve to their sources, so a test never runs against a stale build.
  resolve: { conditions: ['pith-source'] },
  ssr: { resolve: { conditions: ['pith-source', 'node'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Threads and commands that are started as such import the build for Node.
    globalSetup: ['packaging/bundle.ts'],
    unstubEnvs: true,
    unstubGlobals: true,
    // Many tests wait for a browser, a server or a database: two files at once even where there are few cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
