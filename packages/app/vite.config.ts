import { defineConfig } from 'vite';

/** The app is static files: the server gives them out, or `vite` while one works on them. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { outDir: 'dist', target: 'es2022', sourcemap: false },
  server: { proxy: { '/v1': 'http://127.0.0.1:7488', '/frame': 'http://127.0.0.1:7488' } },
});
