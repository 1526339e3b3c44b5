import type {
  Review,
  ReviewedDevice,
  ReviewedEdit,
} from '@airloom/contract/configuration/configuration.model';

export function uuidOf(number: number): string {
  return `018f0000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

export function reviewedDevice(number: number, changes: Partial<ReviewedDevice> = {}): ReviewedDevice {
  return {
    deviceUUID: uuidOf(number),
    deviceName: `AP ${number}`,
    kind: 'ap',
    siteUUID: uuidOf(900),
    siteName: 'Harbour',
    online: true,
    skipped: null,
    differences: [{ path: 'radios.5G.channel', before: 36, after: 40 }],
    more: 0,
    unsupported: [],
    ...changes,
  };
}

export function reviewedEdit(changes: Partial<ReviewedEdit> = {}): ReviewedEdit {
  return {
    settingUUID: uuidOf(800),
    kind: 'wirelessNetwork',
    name: 'Guest',
    place: { level: 'site', uuid: uuidOf(900), name: 'Harbour' },
    action: 'update',
    differences: [{ path: 'vlan', before: 10, after: 20 }],
    conflict: null,
    skippedPorts: [],
    ...changes,
  };
}

export function reviewPage(changes: Partial<Review> = {}): Review {
  return {
    digest: 'a',
    edits: [reviewedEdit()],
    devices: [reviewedDevice(1)],
    compared: 1,
    total: 1,
    next: null,
    cuts: [],
    ...changes,
  };
}
