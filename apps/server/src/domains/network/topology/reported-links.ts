import type { LinkSample, PortSample } from '@airloom/device-protocol/model';
import type { Drawn, Ties } from './uplink-candidates.ts';

export type ToldPort = Pick<PortSample, 'name' | 'uplink' | 'linked' | 'speedMbps' | 'rxErrors' | 'txErrors'>;

/** Ports and neighbours in the latest report of a device. */
export interface Told extends Ties {
  readonly links: readonly LinkSample[];
  readonly ports: readonly ToldPort[];
}

export interface DrawnLink extends Drawn {
  readonly id: string;
  readonly lowerPort: string;
  readonly upperPort: string;
}
