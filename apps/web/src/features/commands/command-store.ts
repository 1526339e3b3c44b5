import { create } from 'zustand';
import type { CommandDevice } from '../../shared/devices/device-commands.ts';
import type { SendableCommand } from './command-kinds.ts';

/** A command that needs more input or a confirmation. */
export interface Prepared {
  command: SendableCommand;
  devices: readonly CommandDevice[];
  done: (() => void) | undefined;
}

interface CommandState {
  prepared: Prepared | null;
  /** Devices for which a command is to be scheduled. */
  scheduling: Omit<Prepared, 'command'> | null;
  /** The scheduled command on screen. */
  schedule: string | null;
  /** The batch on screen. */
  batch: string | null;
  logOpen: boolean;
}

export const useCommandStore = create<CommandState>(() => ({
  prepared: null,
  scheduling: null,
  schedule: null,
  batch: null,
  logOpen: false,
}));

export function showBatch(cfgUUID: string | null): void {
  useCommandStore.setState({ batch: cfgUUID });
}
