import type { ScanEntry } from '@airloom/device-protocol/model';
import type { ConnectedDevice } from '../../devices/index.ts';

/** Where what devices heard around them is kept. */
export interface Scans {
  onScan(device: ConnectedDevice, entries: readonly ScanEntry[], at: number): void;
}
