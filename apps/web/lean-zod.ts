import type { Plugin } from 'vite';

const SCHEMAS = /node_modules[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/;

/** What is removed: the export to JSON schema, English messages, and the memory for values that contain themselves. */
const REMOVED: readonly { readonly what: RegExp; readonly by: string }[] = [
  { what: /^\s*inst\._zod\.processJSONSchema = .+;$/gm, by: '' },
  {
    what: /^\s*jsonSchema: \{\n(?:\s*(?:in|out)put: createStandardJSONSchemaMethod.+\n){2}\s*\},$/gm,
    by: '',
  },
  { what: /^\s*toJSONSchema\(params\) \{\n.+createToJSONSchemaMethod.+\n\s*\},$/gm, by: '' },
  { what: /^\s*core\.config\(en\(\)\);$/gm, by: ';' },
  { what: /^\s*core\.config\(\{ memoizer: core\.memoizer\(\) \}\);$/gm, by: ';' },
];

/**
 * Every schema brings code that the browser never runs: issues are shown by their message key, and what is parsed comes
 * from JSON or a form.
 */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform: {
      filter: { id: SCHEMAS },
      handler(code) {
        return {
          code: REMOVED.reduce((rest, { what, by }) => {
            const shorter = rest.replace(what, by);
            if (shorter === rest) this.error(`zod has another form: nothing matches ${what}`);
            return shorter;
          }, code),
          map: null,
        };
      },
    },
  };
}
