/** Hello reasons of a device start, in contrast to a reconnection. */
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

export function isStartReason(reason: string): boolean {
  return STARTED.has(reason);
}
