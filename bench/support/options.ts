import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: 'string' },
    terminals: { type: 'string' },
    online: { type: 'string' },
    known: { type: 'string' },
    seconds: { type: 'string' },
  },
});

/** Names of the requested benchmarks. */
export const wanted: readonly string[] = positionals;

/** A smaller (or larger) run than usual, such as `--devices 500`. */
export function numberOf(name: keyof typeof values, usual: number): number {
  const given = values[name];
  if (given === undefined) return usual;
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < 1) throw new Error(`--${name} wants a number, not ${given}`);
  return number;
}
