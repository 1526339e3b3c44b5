import { serialOf } from '../../../network/topology/index.ts';
import type { SiteDevice, SiteState } from '../outages/site-state.ts';
import { concerns } from '../rules/rule.ts';
import { SEEN_WITHIN_MS, steadinessOf } from './flapping.ts';
import { type Changes, type Finding, type NamedRule, type OpenAlarm, settle } from './standing.ts';

/** What the alarms of a site must become for ports that lose their links again and again. */
export function portFlappingOf(
  site: SiteState,
  rules: readonly NamedRule[],
  open: readonly OpenAlarm[],
  now: number,
  newId: () => string,
): Changes {
  const told = Map.groupBy(open, ({ key }) => key.slice(0, key.indexOf(' ')));
  const findings = site.devices.flatMap((device) => {
    const ports = new Set([
      ...(site.lostLinks.get(device.id)?.keys() ?? []),
      ...(told.get(device.id) ?? []).map(({ key }) => key.slice(device.id.length + 1)),
    ]);
    return rules
      .filter((rule) => concerns(rule, { kind: device.kind, siteId: site.id }))
      .flatMap((rule) => [...ports].map((port) => findingOf(site, rule, device, port, now)));
  });
  return settle(findings, open, [], newId);
}

function findingOf(site: SiteState, rule: NamedRule, device: SiteDevice, port: string, now: number): Finding {
  const key = `${device.id} ${port}`;
  // With the device at its far end a port loses its link, too: then it is that one that comes and goes.
  const farEndsWent = farEndsOf(site, device, port).flatMap((id) => site.wentAt.get(id) ?? []);
  const wentAt = (site.lostLinks.get(device.id)?.get(port) ?? []).filter(
    (at) => !farEndsWent.some((went) => Math.abs(went - at) <= SEEN_WITHIN_MS),
  );
  return {
    rule,
    subject: {
      key,
      siteId: site.id,
      siteName: site.name,
      deviceId: device.id,
      deviceKind: device.kind,
      deviceName: device.name,
      part: port,
    },
    weighed: null,
    value: null,
    since: 0,
    cause: '',
    ...steadinessOf(site, rule, { key, deviceId: device.id, wentAt }, now),
  };
}

/** As either end tells it: while a port is down, the device itself sees nobody there. */
function farEndsOf({ devices, ties }: SiteState, { id, serial }: SiteDevice, port: string): string[] {
  const bySerial = new Map(devices.map((device) => [device.serial, device.id]));
  return ties.flatMap(({ deviceId, links }) =>
    deviceId === id
      ? links.flatMap((link) => (link.port === port ? (bySerial.get(serialOf(link.peerMac)) ?? []) : []))
      : links.some((link) => link.peerPort === port && serialOf(link.peerMac) === serial)
        ? [deviceId]
        : [],
  );
}
