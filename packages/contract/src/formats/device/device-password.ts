import { DEVICE_LIMITS } from '../../devices/devices.limits.ts';

/** In the order of the checks. */
export const DEVICE_PASSWORD_FAULTS = ['length', 'characters', 'classes', 'userName'] as const;
export type DevicePasswordFault = (typeof DEVICE_PASSWORD_FAULTS)[number];

const CLASSES = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/];

/** Firmware passes it to a shell, some unquoted: only characters without a meaning there, and no leading option sign. */
const PLAIN = /^(?!-)[A-Za-z0-9!%+,./:=@^_-]*$/;

/** The first rule the password breaks, or null. */
export function devicePasswordFault(password: string, userName: string): DevicePasswordFault | null {
  const { passwordMin, passwordMax, passwordClassesMin } = DEVICE_LIMITS;
  if (password.length < passwordMin || password.length > passwordMax) return 'length';
  if (!PLAIN.test(password)) return 'characters';
  if (CLASSES.filter((pattern) => pattern.test(password)).length < passwordClassesMin) return 'classes';
  if (userName !== '' && password.toLowerCase().includes(userName.toLowerCase())) return 'userName';
  return null;
}
