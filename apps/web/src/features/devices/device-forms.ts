import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { DEVICE_LIMITS } from '@airloom/contract/devices/devices.limits';
import { deviceKind } from '@airloom/contract/devices/devices.model';
import { deviceFields, deviceMac, deviceSn } from '@airloom/contract/devices/devices.rules';
import { text, uuid } from '@airloom/contract/fields';
import { z } from 'zod';

const { apNameMax, nameMax } = DEVICE_LIMITS;

/** An empty choice counts as missing. */
const site = z.string().min(1, 'validation.required').pipe(uuid);
const group = uuid.nullable();

export const placeForm = z.object({ siteUUID: site, groupUUID: group });

/** Only a switch requires a name; others default to their serial number. */
function nameOf(kind: DeviceKind) {
  const { name } = deviceFields(kind).shape;
  if (kind === 'switch') return name;
  return text(kind === 'ap' ? apNameMax : nameMax).refine(
    (value) => value === '' || name.safeParse(value).success,
    'validation.forbiddenCharacter',
  );
}

function addForm(kind: DeviceKind) {
  const { position, remark } = deviceFields(kind).shape;
  return placeForm.extend({
    kind: deviceKind,
    mac: deviceMac,
    sn: deviceSn(kind),
    name: nameOf(kind),
    position,
    remark,
  });
}

export const ADD_FORMS: Readonly<Record<DeviceKind, ReturnType<typeof addForm>>> = {
  ap: addForm('ap'),
  ac: addForm('ac'),
  gateway: addForm('gateway'),
  switch: addForm('switch'),
  controller: addForm('controller'),
  smart: addForm('smart'),
};

export function editForm(kind: DeviceKind) {
  const { name, position, remark } = deviceFields(kind).shape;
  return z.object({ name, position, remark, groupUUID: group });
}
