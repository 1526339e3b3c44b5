import type { DeviceDetail, DeviceReport } from '@airloom/contract/devices/report.model';
import type { PortActivity } from '@airloom/contract/ports/ports.model';

export const PORT_VIEWS = ['status', 'power', 'traffic', 'macTable', 'lldp'] as const;
export type PortView = (typeof PORT_VIEWS)[number];

/** What every view gets. */
export interface PortViewProps {
  readonly device: DeviceDetail;
  readonly report: DeviceReport;
  readonly activities: readonly PortActivity[];
  /** Selected on the front panel; none: all ports. */
  readonly selected: readonly string[];
}

/** Counters over time and forwarding tables are those of switches; other devices show what they report. */
export function viewsOf({ kind, report }: Pick<DeviceDetail, 'kind' | 'report'>): PortView[] {
  const isSwitch = kind === 'switch';
  const hasPower = report?.ports.some(({ power }) => power !== null) ?? false;
  const shown: Readonly<Record<PortView, boolean>> = {
    status: true,
    power: isSwitch || hasPower,
    traffic: isSwitch,
    macTable: isSwitch,
    lldp: true,
  };
  return PORT_VIEWS.filter((view) => shown[view]);
}

export function isShown(selected: readonly string[], port: string): boolean {
  return selected.length === 0 || selected.includes(port);
}
