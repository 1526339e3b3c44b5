import type { LinkSample, PortSample } from '@airloom/device-protocol/model';
import type { Drawn, Ties } from './uplink-candidates.ts';

export type ToldPort = Pick<PortSample, 'name' | 'uplink' | 'linked' | 'speedMbps' | 'rxErrors' | 'txErrors'>;

/** What a device last told of its ports and of whom it sees behind them. */
export interface Told extends Ties {
  readonly links: readonly LinkSample[];
  readonly ports: readonly ToldPort[];
}

export interface DrawnLink extends Drawn {
  readonly id: string;
  readonly lowerPort: string;
  readonly upperPort: string;
}
