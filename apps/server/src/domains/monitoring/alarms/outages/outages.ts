import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import { type Uplinks, uplinksOf, upstreamOf } from '../../../network/topology/index.ts';
import { flappingOf } from '../evaluation/flapping.ts';
import { portFlappingOf } from '../evaluation/port-flapping.ts';
import {
  type Changes,
  type ConfigurationAnswer,
  type Consequence,
  type Finding,
  type NamedRule,
  type OpenAlarm,
  type Raised,
  type Subject,
  settle,
} from '../evaluation/standing.ts';
import { concerns } from '../rules/rule.ts';
import { blackoutOf, type Darkness, darknessOf } from './blackouts.ts';
import type { SiteDevice, SiteState } from './site-state.ts';
import { speakersOf } from './speakers.ts';

const MINUTE_MS = 60_000;
/** One that comes and goes, as its alarm says, is told of as away when it does not come back any more. */
const GONE_FOR_GOOD_MS = 30 * MINUTE_MS;

export interface Outages extends Changes {
  readonly links: readonly Consequence[];
}

/** What the alarms of a site must become for what is away there. */
export function outagesOf(site: SiteState, now: number, newId: () => string): Outages {
  const known = site.devices.filter(({ away, offlineAt }) => !away || offlineAt !== null);
  const rulesOf = (type: NamedRule['type']) =>
    site.rules.filter((rule) => rule.type === type && isOfSite(rule, site.id));
  const open = Map.groupBy(site.open, ({ ruleId }) => ruleId);
  const openOf = (rules: readonly NamedRule[]) => rules.flatMap(({ id }) => open.get(id) ?? []);

  const uplinks = uplinksOf(site.devices, site.ties, site.drawn);
  const blackouts = rulesOf('siteOffline').map((rule) => blackoutOf(site, rule, known, uplinks, now));
  const dark = settle(
    blackouts.map(({ finding }) => finding),
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
    ...darknessOf(site, blackouts, dark, now),
    uplinks,
    flapping: new Set(standingOf(openOf(flappingRules), flapping).map(({ key }) => key)),
  };
  const offlineRules = rulesOf('deviceOffline');
  const portRules = rulesOf('portFlapping');
  const heardOf = known.filter(
    (device) =>
      site.quiet.has(device.id) ||
      offlineRules.some((rule) => isOf(rule, device, site.id) && clearedAtOf(site, rule, device) === null),
  );
  const speakers = speakersOf(view.away, view.uplinks, new Set(heardOf.map(({ id }) => id)));
  const offline = settle(
    findingsOf(site, offlineRules, (device) => offlineOf(view, speakers, offlineRules, device)),
    openOf(offlineRules),
    site.ended,
    newId,
  );
  const spoken = new Set(site.rules.filter((rule) => isOfSite(rule, site.id)).map(({ id }) => id));
  const orphans = site.open.filter(({ ruleId }) => !spoken.has(ruleId));
  const changes = [dark, offline, flapping, portFlappingOf(site, portRules, openOf(portRules), now, newId)];
  return {
    raised: changes.flatMap(({ raised }) => raised),
    relevelled: changes.flatMap(({ relevelled }) => relevelled),
    worsened: changes.flatMap(({ worsened }) => worsened),
    cleared: [
      ...changes.flatMap(({ cleared }) => cleared),
      ...orphans.map(({ id }) => ({ id, reason: 'ruleChanged' as const })),
    ],
    links: consequencesOf(view, speakers, offlineRules, offline),
  };
}

function isOfSite(rule: NamedRule, siteId: string): boolean {
  return rule.sites === null || rule.sites.has(siteId);
}

function isOf(rule: NamedRule, { kind }: { readonly kind: DeviceKind }, siteId: string): boolean {
  return concerns(rule, { kind, siteId });
}

/** What the judgements of one site share. */
interface View extends Darkness {
  readonly site: SiteState;
  readonly now: number;
  readonly known: readonly SiteDevice[];
  readonly away: ReadonlySet<string>;
  readonly uplinks: Uplinks;
  /** Those of whom an alarm says that they come and go. */
  readonly flapping: ReadonlySet<string>;
}

/** Alarms that go on, be they new or not. */
function standingOf(open: readonly OpenAlarm[], { raised, cleared }: Changes) {
  const over = new Set(cleared.map(({ id }) => id));
  return [
    ...open.filter(({ id }) => !over.has(id)),
    ...raised.map(({ id, finding }: Raised) => ({ id, key: finding.subject.key })),
  ];
}

/** Of every device a rule speaks of. */
function findingsOf(
  site: SiteState,
  rules: readonly NamedRule[],
  judge: (device: SiteDevice, rule: NamedRule) => ConfigurationAnswer,
): Finding[] {
  return rules.flatMap((rule) =>
    site.devices
      .filter((device) => isOf(rule, device, site.id))
      .map((device) => ({
        rule,
        subject: subjectOf(site, device),
        weighed: null,
        value: null,
        since: 0,
        cause: '',
        ...judge(device, rule),
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
  speakers: ReadonlyMap<string, string | null>,
  offlineRules: readonly NamedRule[],
  { id, away, offlineAt }: SiteDevice,
): ConfigurationAnswer {
  if (!away || offlineAt === null) return { standing: 'well' };
  const isSilent =
    view.site.quiet.has(id) ||
    isShrouded(view, id) ||
    (speakers.get(id) ?? null) !== id ||
    (view.flapping.has(id) && view.now - offlineAt < GONE_FOR_GOOD_MS);
  if (isSilent) return { standing: 'unclear' };
  const dueFrom = Math.max(
    offlineAt,
    view.litAt,
    ...returnsAbove(view, id),
    ...clearedAbove(view, offlineRules, id),
  );
  return {
    standing: 'bad',
    weighed: minutes(view.now - dueFrom),
    value: minutes(view.now - offlineAt),
    since: offlineAt,
  };
}

function minutes(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}

function isShrouded({ shroud }: View, id: string): boolean {
  return shroud.some(({ covered }) => covered.has(id));
}

/** When what a device needs came back: those behind it follow, and have as long as one that just went. */
function returnsAbove({ site, uplinks }: View, id: string): number[] {
  const above = upstreamOf(uplinks, id);
  return site.devices.flatMap((device) => (above.has(device.id) ? (device.onlineAt ?? []) : []));
}

/** When a person cleared the alarm that this rule raised for a device that is still offline; null if nobody did. */
function clearedAtOf(site: SiteState, rule: NamedRule, { id, away, offlineAt }: SiteDevice): number | null {
  if (!away || offlineAt === null) return null;
  const cleared = site.ended.find(({ ruleId, key }) => ruleId === rule.id && key === id);
  return cleared !== undefined && cleared.at >= offlineAt ? cleared.at : null;
}

/** When a person cleared the alarms of what a device needs: it has as long as one that just went. */
function clearedAbove({ site, uplinks }: View, rules: readonly NamedRule[], id: string): number[] {
  if (site.ended.length === 0) return [];
  const above = upstreamOf(uplinks, id);
  return site.devices
    .filter((device) => above.has(device.id))
    .flatMap((device) => rules.flatMap((rule) => clearedAtOf(site, rule, device) ?? []));
}

/** Who is away without an alarm of its own, and which alarm is about that. */
function consequencesOf(
  view: View,
  speakers: ReadonlyMap<string, string | null>,
  rules: readonly NamedRule[],
  changes: Changes,
): Consequence[] {
  const { site } = view;
  const offlineRules = new Set(rules.map(({ id }) => id));
  const open = site.open.filter(({ ruleId }) => offlineRules.has(ruleId));
  const alarmsOf = Map.groupBy(standingOf(open, changes), ({ key }) => key);
  const linked = new Set(site.links.map(({ alarmId, deviceId }) => `${alarmId} ${deviceId}`));
  return [...view.away]
    .filter((deviceId) => !site.quiet.has(deviceId) && !alarmsOf.has(deviceId))
    .flatMap((deviceId) => {
      const above = view.shroud.filter(({ covered }) => covered.has(deviceId));
      const causes =
        above.length > 0
          ? above.flatMap(({ alarmId }) => alarmId ?? [])
          : (alarmsOf.get(speakers.get(deviceId) ?? '') ?? []).map(({ id }) => id);
      return causes.map((alarmId) => ({ alarmId, deviceId }));
    })
    .filter(({ alarmId, deviceId }) => !linked.has(`${alarmId} ${deviceId}`));
}
