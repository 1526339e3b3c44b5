import { DEVICE_LIMITS } from '../../devices/devices.limits.ts';
import { isAlphanumeric } from '../text/alphanumeric.ts';

export type SnCheck = 'valid' | 'error1' | 'error2';

/** The generic check: not alphanumeric (an empty one is not either) is error 1, too long is error 2. */
export function checkSn(sn: string): SnCheck {
  if (!isAlphanumeric(sn)) return 'error1';
  return sn.length > DEVICE_LIMITS.checkedSnMax ? 'error2' : 'valid';
}

/** The identifier by which a device other than a CAP is registered. */
export function isDeviceSn(sn: string): boolean {
  return sn.length <= DEVICE_LIMITS.snMax && isAlphanumeric(sn);
}
