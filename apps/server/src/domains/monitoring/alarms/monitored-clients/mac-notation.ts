import { macOfSerial } from '@airloom/contract/devices/serial';

/** As sessions of clients hold it: lower case with colons. */
export function storedMac(typed: string): string {
  return typed.toLowerCase().replaceAll('-', ':');
}

/** As people type it. */
export function typedMac(stored: string): string {
  return macOfSerial(stored.replaceAll(':', ''));
}
