import { create } from 'zustand';
import type { ActionDevice } from '../../shared/devices/offered-actions.ts';
import type { OrderName } from './orders.ts';

/** An order that is being prepared: more must be said, or the person must be sure. */
export interface Prepared {
  order: OrderName;
  devices: readonly ActionDevice[];
  done: (() => void) | undefined;
}

interface CommandState {
  prepared: Prepared | null;
  /** The order whose progress is on screen. */
  batch: string | null;
  logOpen: boolean;
}

export const useCommandStore = create<CommandState>(() => ({ prepared: null, batch: null, logOpen: false }));

export function showBatch(cfgUUID: string | null): void {
  useCommandStore.setState({ batch: cfgUUID });
}
