import type { Plugin } from 'vite';

const HELPER = /vite\/preload-helper/;
const EXPORT = 'export const __vitePreload =';
const RETRIED = `${import.meta.dirname}/src/shared/live/retried-import.ts`;

/** Every dynamic import goes through Vite's helper. Here the helper tries again when the server was out of reach. */
export function retriedImports(): Plugin {
  return {
    name: 'retried-imports',
    apply: 'build',
    transform: {
      filter: { id: HELPER },
      handler(code) {
        if (!code.includes(EXPORT)) this.error('the helper for dynamic imports has another form');
        return {
          code: [
            `import { retriedImport } from ${JSON.stringify(RETRIED)};`,
            code.replace(EXPORT, 'const loadOnce ='),
            'export const __vitePreload = (...given) => retriedImport(() => loadOnce(...given));',
          ].join('\n'),
          map: null,
        };
      },
    },
  };
}
