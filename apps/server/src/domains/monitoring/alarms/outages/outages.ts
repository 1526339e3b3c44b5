import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { MINUTE } from '@airloom/contract/time';
import { type Uplinks, uplinksOf, upstreamOf } from '../../../network/topology/index.ts';
import {
  type Changes,
  type Consequence,
  type Evaluation,
  type Finding,
  type NamedRule,
  type OpenAlarm,
  type Raised,
  type Subject,
  settle,
} from '../evaluation/alarm-changes.ts';
import { flappingOf } from '../evaluation/flapping.ts';
import { portFlappingOf } from '../evaluation/port-flapping.ts';
import { concerns } from '../rules/rule.ts';
import { outageRootsOf } from './outage-roots.ts';
import { type OutageContext, outageContextOf, siteOutageOf } from './site-outages.ts';
import type { SiteDevice, SiteState } from './site-state.ts';

/** A flapping device gets an offline alarm only after this time. */
const GONE_FOR_GOOD_MS = 30 * MINUTE;

export interface Outages extends Changes {
  readonly links: readonly Consequence[];
}

/** Alarm changes of a site for its offline devices. */
export function outagesOf(site: SiteState, now: number, newId: () => string): Outages {
  const known = site.devices.filter(({ away, offlineAt }) => !away || offlineAt !== null);
  const rulesOf = (type: NamedRule['type']) =>
    site.rules.filter((rule) => rule.type === type && isOfSite(rule, site.id));
  const open = Map.groupBy(site.open, ({ ruleId }) => ruleId);
  const openOf = (rules: readonly NamedRule[]) => rules.flatMap(({ id }) => open.get(id) ?? []);

  const uplinks = uplinksOf(site.devices, site.ties, site.drawn);
  const siteOutages = rulesOf('siteOffline').map((rule) => siteOutageOf(site, rule, known, uplinks, now));
  const siteChanges = settle(
    siteOutages.map(({ finding }) => finding),
    openOf(rulesOf('siteOffline')),
    site.ended,
    newId,
  );
  const flappingRules = rulesOf('deviceFlapping');
  const flapping = settle(
    findingsOf(site, flappingRules, (device, rule) => flappingOf(site, uplinks, rule, device.id, now)),
    openOf(flappingRules),
    [],
    newId,
  );
  const view: View = {
    site,
    now,
    known,
    away: new Set(known.filter(({ away }) => away).map(({ id }) => id)),
    ...outageContextOf(site, siteOutages, siteChanges, now),
    uplinks,
    flapping: new Set(activeAlarmsOf(openOf(flappingRules), flapping).map(({ key }) => key)),
  };
  const offlineRules = rulesOf('deviceOffline');
  const portRules = rulesOf('portFlapping');
  const alarmable = known.filter(
    (device) =>
      site.suppressed.has(device.id) ||
      offlineRules.some((rule) => isOf(rule, device, site.id) && clearedAtOf(site, rule, device) === null),
  );
  const roots = outageRootsOf(view.away, view.uplinks, new Set(alarmable.map(({ id }) => id)));
  const offline = settle(
    findingsOf(site, offlineRules, (device) => offlineOf(view, roots, offlineRules, device)),
    openOf(offlineRules),
    site.ended,
    newId,
  );
  const applicable = new Set(site.rules.filter((rule) => isOfSite(rule, site.id)).map(({ id }) => id));
  const orphans = site.open.filter(({ ruleId }) => !applicable.has(ruleId));
  const changes = [
    siteChanges,
    offline,
    flapping,
    portFlappingOf(site, portRules, openOf(portRules), now, newId),
  ];
  return {
    raised: changes.flatMap(({ raised }) => raised),
    relevelled: changes.flatMap(({ relevelled }) => relevelled),
    worsened: changes.flatMap(({ worsened }) => worsened),
    cleared: [
      ...changes.flatMap(({ cleared }) => cleared),
      ...orphans.map(({ id }) => ({ id, reason: 'ruleChanged' as const })),
    ],
    links: consequencesOf(view, roots, offlineRules, offline),
  };
}

function isOfSite(rule: NamedRule, siteId: string): boolean {
  return rule.sites === null || rule.sites.has(siteId);
}

function isOf(rule: NamedRule, { kind }: { readonly kind: DeviceKind }, siteId: string): boolean {
  return concerns(rule, { kind, siteId });
}

/** Shared by all evaluations of one site. */
interface View extends OutageContext {
  readonly site: SiteState;
  readonly now: number;
  readonly known: readonly SiteDevice[];
  readonly away: ReadonlySet<string>;
  readonly uplinks: Uplinks;
  /** Devices with an active flapping alarm. */
  readonly flapping: ReadonlySet<string>;
}

/** Active alarms, including new ones. */
function activeAlarmsOf(open: readonly OpenAlarm[], { raised, cleared }: Changes) {
  const over = new Set(cleared.map(({ id }) => id));
  return [
    ...open.filter(({ id }) => !over.has(id)),
    ...raised.map(({ id, finding }: Raised) => ({ id, key: finding.subject.key })),
  ];
}

/** Findings for every device a rule applies to. */
function findingsOf(
  site: SiteState,
  rules: readonly NamedRule[],
  evaluate: (device: SiteDevice, rule: NamedRule) => Evaluation,
): Finding[] {
  return rules.flatMap((rule) =>
    site.devices
      .filter((device) => isOf(rule, device, site.id))
      .map((device) => ({
        rule,
        subject: subjectOf(site, device),
        compared: null,
        value: null,
        since: 0,
        cause: '',
        ...evaluate(device, rule),
      })),
  );
}

function subjectOf(site: SiteState, { id, kind, name }: SiteDevice): Subject {
  return {
    key: id,
    siteId: site.id,
    siteName: site.name,
    deviceId: id,
    deviceKind: kind,
    deviceName: name,
    part: '',
  };
}

function offlineOf(
  view: View,
  roots: ReadonlyMap<string, string | null>,
  offlineRules: readonly NamedRule[],
  { id, away, offlineAt }: SiteDevice,
): Evaluation {
  if (!away || offlineAt === null) return { condition: 'clear' };
  const isSuppressed =
    view.site.suppressed.has(id) ||
    isCoveredByOutage(view, id) ||
    (roots.get(id) ?? null) !== id ||
    (view.flapping.has(id) && view.now - offlineAt < GONE_FOR_GOOD_MS);
  if (isSuppressed) return { condition: 'unknown' };
  const dueFrom = Math.max(
    offlineAt,
    view.outageEndedAt,
    ...parentReturns(view, id),
    ...parentsCleared(view, offlineRules, id),
  );
  return {
    condition: 'active',
    compared: minutes(view.now - dueFrom),
    value: minutes(view.now - offlineAt),
    since: offlineAt,
  };
}

function minutes(ms: number): number {
  return Math.floor(ms / MINUTE);
}

function isCoveredByOutage({ activeOutages }: View, id: string): boolean {
  return activeOutages.some(({ covered }) => covered.has(id));
}

/** When parents of a device returned: devices below have as long as one that just went offline. */
function parentReturns({ site, uplinks }: View, id: string): number[] {
  const above = upstreamOf(uplinks, id);
  return site.devices.flatMap((device) => (above.has(device.id) ? (device.onlineAt ?? []) : []));
}

/** When a person cleared the alarm that this rule raised for a device that is still offline; null if nobody did. */
function clearedAtOf(site: SiteState, rule: NamedRule, { id, away, offlineAt }: SiteDevice): number | null {
  if (!away || offlineAt === null) return null;
  const cleared = site.ended.find(({ ruleId, key }) => ruleId === rule.id && key === id);
  return cleared !== undefined && cleared.at >= offlineAt ? cleared.at : null;
}

/** When a person cleared alarms of parents of a device: it has as long as one that just went offline. */
function parentsCleared({ site, uplinks }: View, rules: readonly NamedRule[], id: string): number[] {
  if (site.ended.length === 0) return [];
  const above = upstreamOf(uplinks, id);
  return site.devices
    .filter((device) => above.has(device.id))
    .flatMap((device) => rules.flatMap((rule) => clearedAtOf(site, rule, device) ?? []));
}

/** Devices that are offline without an alarm of their own, and the alarm that covers them. */
function consequencesOf(
  view: View,
  roots: ReadonlyMap<string, string | null>,
  rules: readonly NamedRule[],
  changes: Changes,
): Consequence[] {
  const { site } = view;
  const offlineRules = new Set(rules.map(({ id }) => id));
  const open = site.open.filter(({ ruleId }) => offlineRules.has(ruleId));
  const alarmsOf = Map.groupBy(activeAlarmsOf(open, changes), ({ key }) => key);
  const linked = new Set(site.links.map(({ alarmId, deviceId }) => `${alarmId} ${deviceId}`));
  return [...view.away]
    .filter((deviceId) => !site.suppressed.has(deviceId) && !alarmsOf.has(deviceId))
    .flatMap((deviceId) => {
      const above = view.activeOutages.filter(({ covered }) => covered.has(deviceId));
      const causes =
        above.length > 0
          ? above.flatMap(({ alarmId }) => alarmId ?? [])
          : (alarmsOf.get(roots.get(deviceId) ?? '') ?? []).map(({ id }) => id);
      return causes.map((alarmId) => ({ alarmId, deviceId }));
    })
    .filter(({ alarmId, deviceId }) => !linked.has(`${alarmId} ${deviceId}`));
}
