import { existsSync, readFileSync } from 'node:fs';

/** Peak memory of this process in bytes. Not from `resourceUsage`, whose peak is inherited from the parent process. */
export function peakMemory(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
  return 1024 * (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes));
}
