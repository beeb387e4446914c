#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';

// Node 22 caches compiled code.
module.enableCompileCache?.();

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  end(`Node ${process.versions.node} is too old; install 20.19 or later`);
}
if (!existsSync(new URL('../dist/node/main.js', import.meta.url))) {
  end('not built; run npm run build in the root of the repository');
}

const { mainOfProcess } = await import('../dist/node/main.js');
await mainOfProcess();

function end(message) {
  console.error(`pith: ${message}`);
  process.exit(1);
}
