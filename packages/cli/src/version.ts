import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('@webpith/cli/package.json') as { version: string };

export const version: string = manifest.version;
