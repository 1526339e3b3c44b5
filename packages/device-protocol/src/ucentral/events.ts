import { z } from 'zod';
import { MEMBER_DOWN_EVENT, MEMBER_UP_EVENT } from '../extension.ts';
import { serialOf } from '../identity.ts';
import type { DeviceEvent, EventClient, Happening, Serial } from '../model.ts';
import { figure, figureOrText, optionalText } from './fields.ts';
import {
  colonMac,
  dbmOf,
  numberOf,
  percentOf,
  secondsOf,
  textOf,
  textOrNull,
  timeOf,
  trafficOf,
  wholeWithin,
} from './figures.ts';
import { powerStateOf } from './ports.ts';
import { bandNamed } from './radios.ts';

const payload = z.looseObject({
  client: optionalText,
  ssid: optionalText,
  bssid: optionalText,
  band: optionalText,
  channel: figure,
  rssi: figure,
  rx_bytes: figure,
  tx_bytes: figure,
  connected_time: figure,
  name: optionalText,
  description: optionalText,
  operation: optionalText,
  percentage: figureOrText,
  serial: optionalText,
});
type Payload = z.infer<typeof payload>;

/** Time and event. */
export const eventEntry = z.tuple([
  z.number(),
  z.looseObject({ type: z.string(), payload: payload.optional() }),
]);
export type EventEntry = z.infer<typeof eventEntry>;

export const eventParams = z.looseObject({
  serial: z.string(),
  data: z.looseObject({ event: eventEntry }),
});

export function eventOf(serial: Serial, [seconds, { type, payload: reported }]: EventEntry): DeviceEvent {
  const happening = happeningOf(type, reported ?? {}) ?? { type: 'other', name: textOf(type) };
  return { serial, at: timeOf(seconds), happening };
}

const POWER_STATUS = 'wired.poe.status.';
const POWER_FAULT = 'wired.poe.fault.';

type Reader = (payload: Payload) => Happening | null;

function withClient(read: (client: EventClient, payload: Payload) => Happening): Reader {
  return (reported) => {
    const mac = colonMac(reported.client ?? '');
    if (mac === null) return null;
    const client: EventClient = {
      mac,
      ssid: textOrNull(reported.ssid),
      band: bandNamed(reported.band),
      channel: wholeWithin(reported.channel, 1, 1000),
      signal: dbmOf(reported.rssi),
      bssid: colonMac(reported.bssid ?? ''),
    };
    return read(client, reported);
  };
}

function atPort(type: 'portUp' | 'portDown'): Reader {
  return ({ name }) => {
    const port = textOrNull(name);
    return port === null ? null : { type, port };
  };
}

function restarted(cause: 'reboot' | 'powerLoss' | 'crash' | 'unknown'): Reader {
  return ({ description }) => ({ type: 'restarted', cause, text: textOf(description) });
}

function ofMember(type: 'memberUp' | 'memberDown'): Reader {
  return (reported) => {
    const member = serialOf(reported.serial ?? '');
    return member === null ? null : { type, member };
  };
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['client.join', withClient((client) => ({ type: 'clientJoined', client }))],
  [
    'client.leave',
    withClient((client, reported) => ({
      type: 'clientLeft',
      client,
      traffic: (reported.rx_bytes ?? reported.tx_bytes ?? null) === null ? null : trafficOf(reported),
      connectedSeconds: secondsOf(reported.connected_time),
    })),
  ],
  [
    'client.key-mismatch',
    withClient((client) => ({ type: 'clientRefused', client, reason: 'key-mismatch' })),
  ],
  ['wifi.start', () => ({ type: 'started', part: 'wifi' })],
  ['wifi.stop', () => ({ type: 'stopped', part: 'wifi' })],
  ['wired.carrier-up', atPort('portUp')],
  ['wired.carrier-down', atPort('portDown')],
  ['unit.boot-up', restarted('unknown')],
  ['device.reboot', restarted('reboot')],
  ['device.powerloss', restarted('powerLoss')],
  ['device.crash', restarted('crash')],
  ['device.reboot-cause-unavailable', restarted('unknown')],
  ['firmware_upgrade_status', upgradeOf],
  [MEMBER_UP_EVENT, ofMember('memberUp')],
  [MEMBER_DOWN_EVENT, ofMember('memberDown')],
]);

const PHASES = z.enum(['idle', 'download', 'install', 'fail', 'success']);

function upgradeOf(reported: Payload): Happening | null {
  const phase = PHASES.safeParse(reported.operation);
  if (!phase.success) return null;
  return { type: 'upgrade', phase: phase.data, percent: percentOf(numberOf(reported.percentage)) };
}

function happeningOf(type: string, reported: Payload): Happening | null {
  const reader = READERS.get(type);
  if (reader !== undefined) return reader(reported);
  const port = textOrNull(reported.name);
  if (port === null) return null;
  if (type.startsWith(POWER_FAULT)) return { type: 'portPower', port, state: 'fault' };
  const state = type.startsWith(POWER_STATUS) ? powerStateOf(type.slice(POWER_STATUS.length)) : null;
  return state === null ? null : { type: 'portPower', port, state };
}
