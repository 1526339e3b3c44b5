import { possibleUplinks } from './uplink.ts';

/** What a switch reports about a port, as far as its uplink is concerned. */
export interface ReportedPort {
  readonly name: string;
  readonly uplink: boolean;
  readonly linked: boolean;
  readonly power: { readonly state: string } | null;
}

/** Ports of a report that may carry the connection to the cloud. */
export function reportedUplinks(ports: readonly ReportedPort[]): string[] {
  return possibleUplinks(
    ports.map(({ name, uplink, linked, power }) => ({
      name,
      uplink,
      linked,
      deliversPower: power?.state === 'delivering',
    })),
  );
}
