import { macOfSerial } from '@airloom/contract/devices/serial';

/** As stored in client sessions: lower case with colons. */
export function storedMac(typed: string): string {
  return typed.toLowerCase().replaceAll('-', ':');
}

/** As shown to people. */
export function displayMac(stored: string): string {
  return macOfSerial(stored.replaceAll(':', ''));
}
