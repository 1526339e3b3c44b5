import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: { outDir: 'dist', manifest: true, sourcemap: false, target: 'es2022', chunkSizeWarningLimit: 700 },
  server: { proxy: { '/api': { target: server, ws: true } } },
});
