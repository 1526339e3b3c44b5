import type { Inbound } from '@airloom/device-protocol/model';
import type { ConnectedDevice, DeviceFacts } from '../../domains/network/devices/device-facts.ts';

/** Passes a message to the receivers; false when its serial is that of another device. */
export function inform(facts: DeviceFacts, device: ConnectedDevice, inbound: Inbound, now: number): boolean {
  const own = ({ serial }: { readonly serial: string }): boolean => serial === device.serial;
  switch (inbound.kind) {
    case 'reports':
      if (!inbound.reports.every(own)) return false;
      facts.onReports(device, inbound.reports, now);
      return true;
    case 'events':
      if (!inbound.events.every(own)) return false;
      facts.onEvents(device, inbound.events, now);
      return true;
    case 'scan':
      if (!own(inbound)) return false;
      facts.onScan(device, inbound.entries, now);
      return true;
    case 'answer':
      facts.onAnswer(device, inbound.answer, now);
      return true;
    case 'radius':
      facts.onRadius(device, inbound.service, inbound.packet, now);
      return true;
    case 'needsReboot':
      if (!own(inbound)) return false;
      facts.onNeedsReboot(device, now);
      return true;
    case 'hello':
    case 'ignored':
    case 'malformed':
      return true;
    default:
      return inbound satisfies never;
  }
}
