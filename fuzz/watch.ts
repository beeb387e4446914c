import { spawn } from 'node:child_process';

/** Milliseconds after which an input hangs. */
const HANG = 600_000;

/** Script of the watching process. */
const WATCHER = `
  let last;
  let begun = 0;
  process.stdin.setEncoding('utf8').on('data', text => {
    last = text.trimEnd().split('\\n').at(-1);
    begun = Date.now();
  }).on('end', () => process.exit());
  setInterval(() => {
    if (last === undefined || Date.now() - begun < ${HANG}) return;
    process.stderr.write(last + ': hangs\\n');
    process.kill(process.ppid, 'SIGKILL');
  }, 1000);`;

/** Starts a process that reports and kills this one if an input hangs: an endless loop blocks our own timers. */
export function watchForHangs() {
  const watcher = spawn(process.execPath, ['-e', WATCHER], { stdio: ['pipe', 'inherit', 'inherit'] });
  watcher.unref();
  return {
    begin(target: string, seed: number, number: number): void {
      watcher.stdin.write(`${target}, seed ${seed}, number ${number}\n`);
    },
    end: () => void watcher.stdin.end(),
  };
}
