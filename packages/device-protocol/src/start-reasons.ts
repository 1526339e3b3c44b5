/** Reasons of a hello that say that the device started anew, not just its connection. */
const STARTED: ReadonlySet<string> = new Set([
  'power-on',
  'coldboot',
  'reboot',
  'factory',
  'upgrade',
  'upgradefailed',
  'recovery',
  'crashlog',
]);

export function saysItStarted(reason: string): boolean {
  return STARTED.has(reason);
}
