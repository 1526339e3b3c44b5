/** As stored in client sessions: lower case with colons. */
export function storedMac(typed: string): string {
  return typed.toLowerCase().replaceAll('-', ':');
}
