import { spawn } from 'node:child_process';
import type { Io } from './io.js';

/** The program of each system that opens an address. */
const OPENERS: Readonly<Record<string, readonly [command: string, ...before: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Whether somebody sits in front of this machine: a terminal, and a desktop to open a window on. */
export function hasDesktop({ stdout, env = {} }: Io, platform: string = process.platform): boolean {
  if (stdout.isTTY !== true || env.CI !== undefined || env.SSH_CONNECTION !== undefined) return false;
  return platform in OPENERS || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
}

/** Opens an address in the browser; where there is none, nothing happens: the address was printed. */
export function openBrowser(address: string): void {
  const [command, ...before] = OPENERS[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...before, address], { stdio: 'ignore', detached: true });
  opener.on('error', () => {});
  opener.unref();
}
