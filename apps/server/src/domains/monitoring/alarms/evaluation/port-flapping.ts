import { serialOf } from '../../../network/topology/index.ts';
import type { SiteDevice, SiteState } from '../outages/site-state.ts';
import { concerns } from '../rules/rule.ts';
import { type Changes, type Finding, type NamedRule, type OpenAlarm, settle } from './alarm-changes.ts';
import { DETECTED_WITHIN_MS, flappingEvaluation } from './flapping.ts';

/** Alarm changes of a site for ports that lose their links repeatedly. */
export function portFlappingOf(
  site: SiteState,
  rules: readonly NamedRule[],
  open: readonly OpenAlarm[],
  now: number,
  newId: () => string,
): Changes {
  const openByDevice = Map.groupBy(open, ({ key }) => key.slice(0, key.indexOf(' ')));
  const findings = site.devices.flatMap((device) => {
    const ports = new Set([
      ...(site.lostLinks.get(device.id)?.keys() ?? []),
      ...(openByDevice.get(device.id) ?? []).map(({ key }) => key.slice(device.id.length + 1)),
    ]);
    return rules
      .filter((rule) => concerns(rule, { kind: device.kind, siteId: site.id }))
      .flatMap((rule) => [...ports].map((port) => findingOf(site, rule, device, port, now)));
  });
  return settle(findings, open, [], newId);
}

function findingOf(site: SiteState, rule: NamedRule, device: SiteDevice, port: string, now: number): Finding {
  const key = `${device.id} ${port}`;
  // A port also loses its link when its link peer goes offline: then the peer is the flapping device.
  const peerDrops = linkPeersOf(site, device, port).flatMap((id) => site.droppedAt.get(id) ?? []);
  const droppedAt = (site.lostLinks.get(device.id)?.get(port) ?? []).filter(
    (at) => !peerDrops.some((drop) => Math.abs(drop - at) <= DETECTED_WITHIN_MS),
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
    compared: null,
    value: null,
    since: 0,
    cause: '',
    ...flappingEvaluation(site, rule, { key, deviceId: device.id, droppedAt }, now),
  };
}

/** From reports of either end: while a port is down, the device itself reports no peer there. */
function linkPeersOf({ devices, ties }: SiteState, { id, serial }: SiteDevice, port: string): string[] {
  const bySerial = new Map(devices.map((device) => [device.serial, device.id]));
  return ties.flatMap(({ deviceId, links }) =>
    deviceId === id
      ? links.flatMap((link) => (link.port === port ? (bySerial.get(serialOf(link.peerMac)) ?? []) : []))
      : links.some((link) => link.peerPort === port && serialOf(link.peerMac) === serial)
        ? [deviceId]
        : [],
  );
}
