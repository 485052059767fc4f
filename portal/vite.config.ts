/** How the portal is built, and served while one works on it (`npm run portal`). */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service that the development server asks: start it with bin/start. */
const service = process.env['PAIGHAM'] ?? 'http://127.0.0.1:8080';
/** By the name that the browser uses: a session is refused to pages of another origin. */
const asked = { target: service, changeOrigin: false };

export default defineConfig({
  base: '/portal/',
  plugins: [react()],
  server: { proxy: { '/v1': asked, '/docs': asked, '/demo': asked } },
  build: {
    target: 'es2023',
    // Those that know light-dark(): written out for older ones it would lose Mantine's scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    manifest: 'manifest.json',
    // A data: address of a font or a script would be refused by the policy of the pages.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What nearly every page needs is one file, and what only their frame needs another: each part
    // of its own would be a request, of up to 75.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'parts', minShareCount: 20, priority: 1 },
            { name: 'frame', test: /layout\/shell\.tsx$/ },
          ],
        },
      },
    },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
});
