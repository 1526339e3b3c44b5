import { DEFAULT_RULES } from '@airloom/contract/alarms/alarms.types';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { MINUTE } from '@airloom/contract/time';

type OfflineRule = 'siteOffline' | 'headOffline' | 'switchOffline' | 'apOffline';

export interface OutageOfDevice {
  readonly deviceId: string;
  readonly deviceName: string;
  readonly deviceKind: DeviceKind;
  readonly beganAt: Date;
  readonly endedAt: Date;
}

/** An alarm that the rules would have raised and cleared. */
export interface PastOutageAlarm {
  readonly rule: OfflineRule;
  /** Null for the whole site. */
  readonly device: Pick<OutageOfDevice, 'deviceId' | 'deviceName' | 'deviceKind'> | null;
  readonly raisedAt: Date;
  readonly clearedAt: Date;
  readonly value: number;
  readonly consequences: readonly string[];
}

const RULE_OF_KIND: Readonly<Record<DeviceKind, OfflineRule>> = {
  gateway: 'headOffline',
  ac: 'headOffline',
  controller: 'headOffline',
  switch: 'switchOffline',
  ap: 'apOffline',
  smart: 'apOffline',
};

/** Outages that begin at the same time are one of the site if they affect as many devices as its rule wants. */
export function alarmsOfOutages(
  outages: readonly OutageOfDevice[],
  devicesOfSite: number,
): PastOutageAlarm[] {
  const together = Map.groupBy(outages, ({ beganAt }) => beganAt.getTime());
  return [...together.values()].flatMap((some) => {
    const percent = Math.floor((100 * some.length) / devicesOfSite);
    return percent >= (thresholdOf('siteOffline') ?? 100)
      ? siteAlarm(some, percent)
      : some.flatMap(deviceAlarm);
  });
}

function thresholdOf(rule: OfflineRule): number | null {
  return DEFAULT_RULES[rule].levels[0].threshold;
}

function siteAlarm(outages: readonly OutageOfDevice[], percent: number): PastOutageAlarm[] {
  const beganAt = outages[0]?.beganAt.getTime() ?? 0;
  return [
    {
      rule: 'siteOffline',
      device: null,
      raisedAt: new Date(beganAt + DEFAULT_RULES.siteOffline.holdMinutes * MINUTE),
      clearedAt: new Date(Math.max(...outages.map(({ endedAt }) => endedAt.getTime()))),
      value: percent,
      consequences: outages.map(({ deviceId }) => deviceId),
    },
  ];
}

function deviceAlarm({ beganAt, endedAt, ...device }: OutageOfDevice): PastOutageAlarm[] {
  const rule = RULE_OF_KIND[device.deviceKind];
  const minutes = thresholdOf(rule) ?? 0;
  const raisedAt = new Date(beganAt.getTime() + minutes * MINUTE);
  if (raisedAt >= endedAt) return [];
  return [{ rule, device, raisedAt, clearedAt: endedAt, value: minutes, consequences: [] }];
}
