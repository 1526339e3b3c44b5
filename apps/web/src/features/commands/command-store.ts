import { create } from 'zustand';
import type { OrderedDevice } from '../../shared/devices/device-orders.ts';
import type { OrderName } from './command-kinds.ts';

/** A command that needs more input or a confirmation. */
export interface Prepared {
  order: OrderName;
  devices: readonly OrderedDevice[];
  done: (() => void) | undefined;
}

interface CommandState {
  prepared: Prepared | null;
  /** The batch on screen. */
  batch: string | null;
  logOpen: boolean;
}

export const useCommandStore = create<CommandState>(() => ({ prepared: null, batch: null, logOpen: false }));

export function showBatch(cfgUUID: string | null): void {
  useCommandStore.setState({ batch: cfgUUID });
}
