import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
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

/** Packages whose tests compute and touch nothing else: their files share a process, and load what they import once. */
const PURE = '{lab,learn,papers,pith}';

function project(name: string, isolate: boolean, include: string[], exclude: string[] = []) {
  return {
    // Workspace packages resolve to their sources, so a test never runs against a stale build.
    resolve: { conditions: ['pith-source'] },
    ssr: { resolve: { conditions: ['pith-source', 'node'] } },
    test: {
      name,
      include,
      exclude,
      isolate,
      unstubEnvs: true,
      unstubGlobals: true,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
    },
  } satisfies TestProjectConfiguration;
}

export default defineConfig({
  test: {
    // Threads and commands that are started as such import the build for Node.
    globalSetup: ['packaging/bundle.ts'],
    // Many tests wait for a browser, a server or a database: two files at once even where there are few cores.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      project('pure', false, [`packages/${PURE}/src/**/*.test.ts`]),
      project('apart', true, ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'], [`packages/${PURE}/**`]),
    ],
  },
});
