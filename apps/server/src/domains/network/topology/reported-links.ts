import type { LinkSample, PortSample } from '@airloom/device-protocol/model';
import type { Drawn, ReportedNeighbours } from './uplink-candidates.ts';

export interface ReportedPort
  extends Pick<PortSample, 'name' | 'uplink' | 'linked' | 'speedMbps' | 'rxErrors' | 'txErrors'> {
  /** Average since the report before the newest; null: unknown. */
  readonly rxKbps: number | null;
  readonly txKbps: number | null;
}

/** Ports and neighbours in the latest report of a device. */
export interface ReportedLinks extends ReportedNeighbours {
  readonly links: readonly LinkSample[];
  readonly ports: readonly ReportedPort[];
}

export interface ManualLink extends Drawn {
  readonly id: string;
  readonly lowerPort: string;
  readonly upperPort: string;
}
