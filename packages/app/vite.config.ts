import { defaultClientConditions, defineConfig } from 'vite';

/** The app is static files: the server gives them out, or `vite` while one works on them. */
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // Our packages by their sources, as in tests: the app is never built on a stale build of the library.
  resolve: { conditions: ['pith-source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Browsers that know `light-dark()`: the two themes are one set of rules.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: false,
    // Small files stay files: the policy of the page allows no data: scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What screens share comes in one piece: many small files compress badly.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'parts', test: /src\/(?:ui|client|frame)\/.*\.tsx?$/ }] } },
    },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:7488', '/frame': 'http://127.0.0.1:7488' } },
});
