import { z } from 'zod';
import { integerWithin, requiredText, text, uuid } from '../fields.ts';
import { isCapSn } from '../formats/device/cap-sn.ts';
import { type DevicePasswordFault, devicePasswordFault } from '../formats/device/device-password.ts';
import { isDeviceSn } from '../formats/device/sn.ts';
import { byteLength } from '../formats/text/byte-length.ts';
import { hasForbiddenCharacters } from '../formats/text/forbidden-characters.ts';
import { LIMITS } from '../limits.ts';
import type { DeviceKind } from './device-classes.ts';
import { DEVICE_LIMITS, SWITCH_LIMITS } from './devices.limits.ts';
import { deviceKind } from './devices.model.ts';
import { macOfSerial, serialOfMac } from './serial.ts';

function named(max: number) {
  return requiredText(max).refine((value) => !hasForbiddenCharacters(value), 'validation.forbiddenCharacter');
}

const switchFields = z.object({
  name: named(SWITCH_LIMITS.nameMax),
  position: text(SWITCH_LIMITS.locationMax).default(''),
  remark: text(DEVICE_LIMITS.remarkMax)
    .refine((value) => byteLength(value) <= SWITCH_LIMITS.remarkMaxBytes, {
      message: 'validation.tooManyBytes',
      params: { maximum: SWITCH_LIMITS.remarkMaxBytes },
    })
    .default(''),
});

function fieldsWithName(nameMax: number) {
  return z.object({
    name: named(nameMax),
    position: text(DEVICE_LIMITS.positionMax).default(''),
    remark: text(DEVICE_LIMITS.remarkMax).default(''),
  });
}

const apFields = fieldsWithName(DEVICE_LIMITS.apNameMax);
const otherFields = fieldsWithName(DEVICE_LIMITS.nameMax);

/** Editable texts of a device; limits depend on the kind. */
export function deviceFields(kind: DeviceKind) {
  if (kind === 'switch') return switchFields;
  return kind === 'ap' ? apFields : otherFields;
}

export type DeviceFields = z.output<ReturnType<typeof deviceFields>>;

/** Prefix of cloud AP serial numbers; access points of other vendors have any. */
function hasCapPrefix(kind: DeviceKind, sn: string): boolean {
  return kind === 'ap' && /^WL/i.test(sn);
}

/** Whether it is a valid serial number of this kind; cloud APs have their own format. */
export function isSnOf(kind: DeviceKind, sn: string): boolean {
  return hasCapPrefix(kind, sn) ? isCapSn(sn) : isDeviceSn(sn);
}

/** A device without a serial number is identified by its MAC address only. */
export function deviceSn(kind: DeviceKind) {
  const fits = (value: string): boolean => value === '' || isSnOf(kind, value);
  return z
    .string('validation.required')
    .trim()
    .max(DEVICE_LIMITS.snMax, 'validation.tooLong')
    .refine((value) => !hasCapPrefix(kind, value) || fits(value), 'validation.capSn')
    .refine((value) => hasCapPrefix(kind, value) || fits(value), 'validation.sn')
    .default('');
}

/** A MAC address in any notation, normalized to the 12 digits in the device's certificate. */
export const deviceMac = z
  .string('validation.required')
  .trim()
  .min(1, 'validation.required')
  .transform((value, context) => {
    const serial = serialOfMac(value);
    if (serial === null) context.addIssue({ code: 'custom', message: 'validation.mac' });
    return serial ?? z.NEVER;
  });

/** One device to register. A switch requires a name; others default to their serial number. */
export function deviceRow(kind: DeviceKind) {
  const row = deviceFields(kind).extend({ sn: deviceSn(kind), mac: deviceMac });
  return kind === 'switch' ? row : z.preprocess(calledByNumber, row);
}

const unnamed = z.object({ name: z.string().trim().length(0), sn: z.string().trim(), mac: z.string() });

function calledByNumber(row: unknown): unknown {
  const { data } = unnamed.loose().safeParse(row);
  if (data === undefined) return row;
  const serial = serialOfMac(data.mac);
  return { ...data, name: data.sn === '' && serial !== null ? macOfSerial(serial) : data.sn };
}

/** Above every field limit, so that each row is validated separately; low enough to be harmless. */
const CELL_MAX = 1_000;
const cell = z.string().max(CELL_MAX, 'validation.tooLong').default('');

/** A row as typed or pasted; validated by {@link deviceRow}. */
export const deviceRowText = z.object({
  kind: deviceKind,
  sn: cell,
  mac: cell,
  name: cell,
  position: cell,
  remark: cell,
});
export type DeviceRowText = z.output<typeof deviceRowText>;

export const groupName = named(DEVICE_LIMITS.groupNameMax);

const { vlanIdMin, managementVlanIdMax } = LIMITS.network;

/** For access points. */
export const managementVlanId = integerWithin(vlanIdMin, managementVlanIdMax);

/** Null: untagged. */
export const managementVlanChoice = z.object({ vlan: managementVlanId.nullable() });

/** User name for local sign-in at a device. */
export const DEVICE_USER = 'root';

export const DEVICE_PASSWORD_TEXTS = {
  length: 'validation.password.length',
  characters: 'validation.devicePassword.characters',
  classes: 'validation.devicePassword.classes',
  userName: 'validation.devicePassword.userName',
} as const satisfies Record<DevicePasswordFault, string>;

/** Values for these messages. */
export const DEVICE_PASSWORD_VALUES = {
  minimum: DEVICE_LIMITS.passwordMin,
  maximum: DEVICE_LIMITS.passwordMax,
  classes: DEVICE_LIMITS.passwordClassesMin,
  userName: DEVICE_USER,
};

export const devicePassword = z.string('validation.required').superRefine((value, context) => {
  const fault = devicePasswordFault(value, DEVICE_USER);
  if (fault === null) return;
  context.addIssue({
    code: 'custom',
    message: DEVICE_PASSWORD_TEXTS[fault],
    params: DEVICE_PASSWORD_VALUES,
  });
});

/** Devices of a bulk operation. */
export const deviceSelection = z
  .array(uuid)
  .min(1, 'validation.selectOne')
  .max(DEVICE_LIMITS.selectionMax, 'validation.tooMany')
  .transform((ids) => [...new Set(ids)]);

/** Devices with the digests of their previews. */
export const previewedDevices = z
  .array(z.object({ deviceUUID: uuid, digest: z.string().max(64) }))
  .min(1, 'validation.selectOne')
  .max(DEVICE_LIMITS.selectionMax, 'validation.tooMany')
  .transform((devices) => [...new Map(devices.map((device) => [device.deviceUUID, device])).values()]);
