import { availableParallelism, loadavg } from 'node:os';
import type { Reporter, TestModule } from 'vitest/node';

const SLOWEST = 10;
/** More retried tests than this fail the run. */
const MOST_RETRIED = 2;

/** Prints the slowest files, the duration and the tests that passed only when retried, after every run. */
export default class RunSummary implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines: string[] = [];
    if (modules.length > SLOWEST) lines.push('Slowest files:', ...slowestFiles(modules), duration());
    const retried = retriedTests(modules);
    if (retried.length > 0) lines.push(`Passed only when retried (${retried.length}):`, ...retried);
    if (retried.length > MOST_RETRIED) {
      lines.push(`Failed: ${retried.length} tests needed a retry; at most ${MOST_RETRIED} may.`);
      process.exitCode = 1;
    }
    if (lines.length > 0) process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

function slowestFiles(modules: readonly TestModule[]): string[] {
  return modules
    .map(module => {
      const { collectDuration, duration } = module.diagnostic();
      return { name: module.relativeModuleId, seconds: (collectDuration + duration) / 1000 };
    })
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

/** The load average shows if other programs slowed the run down. */
function duration(): string {
  const minutes = (performance.now() / 60_000).toFixed(1);
  return `Finished in ${minutes} min on ${availableParallelism()} cores, load average ${loadavg()[0]!.toFixed(0)}`;
}

function retriedTests(modules: readonly TestModule[]): string[] {
  const names: string[] = [];
  for (const module of modules) {
    for (const test of module.children.allTests('passed')) {
      if ((test.diagnostic()?.retryCount ?? 0) > 0)
        names.push(`  ${module.relativeModuleId}: ${test.fullName}`);
    }
  }
  return names;
}
