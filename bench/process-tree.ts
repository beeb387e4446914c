import { readdirSync, readFileSync } from 'node:fs';

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
  /** CPU seconds. */
  readonly cpu: number;
}

const TICKS_A_SECOND = 100;

/** Measures CPU time and memory of this process and its descendants, including ended ones. */
export class ProcessTree {
  private readonly known = new Set([process.pid]);
  /** Processes from before the measurement. */
  private readonly before: ReadonlySet<number>;
  private readonly cpuOf = new Map<number, number>();
  private readonly timer = setInterval(() => this.look(), 200).unref();

  constructor() {
    this.look();
    this.before = new Set(this.known);
  }

  /** CPU seconds of all processes. */
  cpu(): number {
    this.look();
    return [...this.cpuOf.values()].reduce((sum, seconds) => sum + seconds, 0);
  }

  /** Megabytes of this process and its descendants; shared memory is counted once. */
  memory(): { own: number; started: number } {
    this.look();
    const share = (pid: number) => {
      try {
        const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
        return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
      } catch {
        return 0;
      }
    };
    const started = [...this.known].filter(pid => !this.before.has(pid));
    return { own: share(process.pid), started: started.reduce((sum, pid) => sum + share(pid), 0) };
  }

  /** Remaining processes started meanwhile, and zombies among them. */
  left(): { running: number; zombies: number } {
    const rows = processes().filter(({ pid }) => this.known.has(pid) && !this.before.has(pid));
    const zombies = rows.filter(({ state }) => state === 'Z').length;
    return { running: rows.length - zombies, zombies };
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const rows = processes();
    for (const { pid, parent } of rows) if (this.known.has(parent)) this.known.add(pid);
    for (const { pid, cpu } of rows) if (this.known.has(pid)) this.cpuOf.set(pid, cpu);
  }
}

/** Sorted by pid: parents usually come first. */
function processes(): ProcessRow[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
    .flatMap(pid => {
      try {
        const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
        const cpu = (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
        return [{ pid, parent: Number(fields[1]), state: fields[0]!, cpu }];
      } catch {
        return []; // ended meanwhile
      }
    });
}
