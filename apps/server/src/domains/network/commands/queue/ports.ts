import type { ScanEntry } from '@airloom/device-protocol/model';
import type { ConnectedDevice } from '../../devices/index.ts';

/** Stores the results of Wi-Fi scans. */
export interface Scans {
  onScan(device: ConnectedDevice, entries: readonly ScanEntry[], at: number): void;
}
