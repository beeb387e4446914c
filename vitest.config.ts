import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import RunSummary from './test/run-summary.js';

/**
 * Three tiers, chosen by `--mode`: `test` (the default), `release` and `soak`. A file belongs to the tier its name ends in:
 * `x.test.ts`, `x.release.test.ts` or `x.soak.test.ts`. CONTRIBUTING.md lists their contents.
 */
type Tier = 'test' | 'release' | 'soak';

const TEST_FILES = ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'];

/** Files that start Chromium. They share one browser per worker, and a test that fails is retried once. */
const BROWSER_FILES = ['packages/{app,cli,render}/src/**/*.browser.test.ts', 'test/**/*.browser.test.ts'];

/** Files that run in the test tier on a sample and in the soak tier at full size (`test/tiers.ts`). */
const SAMPLED_FILES = [
  'packages/*/src/**/*.property.test.ts',
  'packages/{cli,render}/src/**/*.browser.test.ts',
  'packages/fleet/src/{batch/batch,queue/delivery}.test.ts',
  'packages/pith/src/bad-input.test.ts',
  'test/attack/*.test.ts',
];

interface ProjectOptions {
  readonly include: string[];
  readonly exclude?: string[];
  readonly isolate?: boolean;
  readonly retry?: number;
  readonly env?: Record<string, string>;
  readonly globalSetup?: string[];
  readonly testTimeout?: number;
}

function project(name: string, { testTimeout = 120_000, ...options }: ProjectOptions) {
  return {
    // Workspace packages resolve to their sources, so a test never runs against a stale build.
    resolve: { conditions: ['pith-source'] },
    ssr: { resolve: { conditions: ['pith-source', 'node'] } },
    test: {
      name,
      isolate: false,
      unstubEnvs: true,
      unstubGlobals: true,
      testTimeout,
      hookTimeout: testTimeout,
      expect: { poll: { timeout: testTimeout / 2 } },
      ...options,
    },
  } satisfies TestProjectConfiguration;
}

const LATER_TIERS = ['**/*.release.test.ts', '**/*.soak.test.ts'];

const PROJECTS: Readonly<Record<Tier, TestProjectConfiguration[]>> = {
  test: [
    project('browser', {
      include: BROWSER_FILES,
      retry: 1,
      globalSetup: ['packages/app/src/testing/build-app.ts'],
    }),
    project('shared', {
      include: TEST_FILES,
      exclude: [...LATER_TIERS, ...BROWSER_FILES],
    }),
  ],
  release: [
    project('release', {
      include: [
        'packages/*/src/**/*.release.test.ts',
        'test/**/*.release.test.ts',
        'packages/app/src/**/*.browser.test.ts',
      ],
      isolate: true,
      retry: 1,
      env: { PITH_TIER: 'release' },
      globalSetup: ['packages/app/src/testing/build-app.ts'],
      testTimeout: 180_000,
    }),
  ],
  soak: [
    project('soak', {
      include: ['packages/*/src/**/*.soak.test.ts', 'test/**/*.soak.test.ts', ...SAMPLED_FILES],
      isolate: true,
      env: { PITH_TIER: 'soak' },
      globalSetup: ['packages/app/src/testing/build-app.ts'],
      testTimeout: 600_000,
    }),
  ],
};

/** Keeps the files of a project together, since only consecutive files share a process. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ['browser', 'shared'];
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => order.indexOf(a.project.name) - order.indexOf(b.project.name));
  }
}

export default defineConfig(({ mode }) => ({
  test: {
    // Worker threads and commands started as processes import the bundles for Node.
    globalSetup: ['packaging/bundle.ts'],
    // Many tests wait for a browser, a server or a timeout: more workers than cores keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: ByProject },
    reporters: ['default', new RunSummary()],
    projects: PROJECTS[mode as Tier],
  },
}));
