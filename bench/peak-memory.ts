import { existsSync, readFileSync } from 'node:fs';

/** The most memory that this process has had, in bytes. Not by `resourceUsage`: its peak is handed down from the process that started us. */
export function peakMemory(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
  return 1024 * (kilobytes === undefined ? process.resourceUsage().maxRSS : Number(kilobytes));
}
