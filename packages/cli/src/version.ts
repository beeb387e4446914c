import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('@webpith/cli/package.json') as { version: string };

/** The version of this package, as its manifest has it. */
export const version: string = manifest.version;
