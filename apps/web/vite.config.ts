import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';
import { leanZod } from './lean-zod.ts';
import { precompress } from './precompress.ts';
import { retriedImports } from './retried-imports.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), retriedImports(), leanZod(), precompress()],
  resolve: {
    alias: [
      // antd can let one tooltip wander between its targets. We do not, and it would bring the positioning of
      // popups to the sign-in page.
      {
        find: /^\.\.\/tooltip\/UniqueProvider$/,
        replacement: `${import.meta.dirname}/src/shared/theme/one-tooltip-each.ts`,
      },
    ],
  },
  build: {
    outDir: 'dist',
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      treeshake: {
        // These packages do nothing on import, but do not say so; without it antd's inputs bring its form along.
        moduleSideEffects: [{ test: /node_modules[\\/]@rc-component[\\/]/, sideEffects: false }],
      },
      output: {
        // The names of all chunks come with the sign-in page: as long as they need to be to differ.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/files', '/healthz', '/templates', '/live'].map((path) => [
        path,
        { target: server, ws: path === '/live' },
      ]),
    ),
  },
});
