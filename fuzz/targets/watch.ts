import { spawn } from 'node:child_process';

/** How long an input may hold the process: after that it hangs. */
const HANG = 600_000;

/** What the watcher runs: it knows the last input that was begun, and when. */
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

/** Ends the process with the number of the input that hangs: a loop without end leaves nobody else to say it. */
export function watchOver() {
  const watcher = spawn(process.execPath, ['-e', WATCHER], { stdio: ['pipe', 'inherit', 'inherit'] });
  watcher.unref();
  return {
    begin(target: string, seed: number, number: number): void {
      watcher.stdin.write(`${target}, seed ${seed}, number ${number}\n`);
    },
    end: () => void watcher.stdin.end(),
  };
}
