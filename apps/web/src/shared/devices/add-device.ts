/** The wizard that adds devices. */
export const ADD_DEVICE = '/device/add';

/** The wizard for devices of a site. */
export function addDeviceTo(siteUUID: string): string {
  return `${ADD_DEVICE}?at=${siteUUID}`;
}
