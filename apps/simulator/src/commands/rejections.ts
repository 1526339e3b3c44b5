/** Words of the access point client for a value that it refuses, and for one that it skips. */
export function refused(path: string, text: string): string {
  return `[E] (In ${path}) ${text}`;
}

export function skipped(path: string, text: string): string {
  return `[W] (In ${path}) ${text}`;
}
