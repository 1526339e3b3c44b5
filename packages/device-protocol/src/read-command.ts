import type { DeviceCommand } from './commands.ts';

/** What a device reads from a command frame. */
export type CommandRead =
  | { readonly id: number; readonly command: DeviceCommand }
  /** A method it knows, with parameters it cannot use. */
  | { readonly id: number; readonly invalidMethod: string }
  | { readonly id: number; readonly unknownMethod: string };

export function readCommand(_text: string): CommandRead | null {
  return null;
}
