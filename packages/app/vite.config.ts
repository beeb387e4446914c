import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // Resolve our packages to their sources, as in tests, so that the app never uses a stale build.
  resolve: { conditions: ['pith-source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Browsers that support `light-dark()`, which the themes use.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: false,
    // The content security policy allows no data: URLs for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Code shared by the screens goes into one chunk: many small files compress badly.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'parts', test: /src\/(?:ui|client|frame)\/.*\.tsx?$/ }] } },
    },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:7488', '/frame': 'http://127.0.0.1:7488' } },
});
