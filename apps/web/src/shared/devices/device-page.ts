import type { DeviceKind } from '@airloom/contract/devices/device-classes';

/** Every kind's page of one device, as the specification names it. */
export const DEVICE_PAGES: Readonly<Record<DeviceKind, string>> = {
  ac: '/device/acDetail',
  ap: '/device/capDetail',
  gateway: '/device/dcmeDetail',
  switch: '/device/switchDetail',
  controller: '/device/imDetail',
  smart: '/device/smartDetail',
};

/** Settings of one switch. */
export const SWITCH_SETTINGS_PAGE = '/device/switchSettings';

export function devicePage(device: { kind: DeviceKind; deviceUUID: string }): string {
  return `${DEVICE_PAGES[device.kind]}?deviceUUID=${device.deviceUUID}`;
}

/** Where a device is known by its id alone: the page leads on to that of its kind. */
export function pageOfDevice(deviceUUID: string): string {
  return devicePage({ kind: 'ap', deviceUUID });
}

/** Under which name the list of waiting devices keeps its state in the address. */
export const WAITING_PREFIX = 'w.';

/** A device in no site has no page of its own: the list it waits in, narrowed to it. */
export function waitingPage(mac: string): string {
  return `/device/unclaimed?${new URLSearchParams({ [`${WAITING_PREFIX}search`]: mac })}`;
}
