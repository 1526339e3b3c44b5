import { type EffectiveSettings, NO_SETTINGS } from '@airloom/contract/configuration/effective';
import { abilities } from '@airloom/contract/devices/report.model';
import { isSame } from '@airloom/contract/differences';
import type { UplinkCut } from '@airloom/contract/switches/uplink';
import {
  canBeConfigured,
  REPORT_EVERY_MIN_SECONDS,
  type SwitchPort,
} from '@airloom/device-protocol/configuration/base-settings';
import { type Compiled, compile } from '@airloom/device-protocol/configuration/compile';
import type { CompileInput } from '@airloom/device-protocol/configuration/contributors/contributor';
import type { ConfigurationDocument } from '@airloom/device-protocol/configuration/document';
import { type Guarded, guardUplink } from '@airloom/device-protocol/configuration/guard-uplink';
import { isOff, localMinute } from '@airloom/device-protocol/configuration/off-times';
import { withSecrets } from '@airloom/device-protocol/configuration/secrets';
import type { Abilities } from '@airloom/device-protocol/model';
import { z } from 'zod';
import type { ConfigurationSource, DocumentInput, SiteValues } from './configurations.repository.ts';

const HOSTNAME_MAX = 63;

/** Abilities of a device that has not connected yet. */
const UNKNOWN: Abilities = {
  compressedCommands: false,
  acknowledgedReports: false,
  remoteShell: false,
  webProxy: false,
  tcpTunnels: false,
  country: null,
  radios: [],
  ports: [],
};

const NONE_OFF: ReadonlySet<string> = new Set();

const switchPorts = z
  .array(
    z.object({
      name: z.string(),
      speedMbps: z.number().nullable(),
      fullDuplex: z.boolean().nullable(),
      poe: z.boolean().nullable(),
      enabled: z.boolean().nullable().default(null),
      negotiated: z.boolean().nullable().default(null),
      optical: z.boolean().exactOptional(),
      uplink: z.boolean().nullable().exactOptional(),
    }),
  )
  .nullable()
  .transform((ports): readonly SwitchPort[] => ports ?? []);

/** The ports of a switch as they are stored. */
export function switchPortsOf({
  reported_ports,
}: Pick<DocumentInput, 'reported_ports'>): readonly SwitchPort[] {
  return switchPorts.parse(reported_ports);
}

/** Whether enough is known about a device to build its configuration. */
export function canBuildConfiguration({
  kind,
  reported_ports,
}: Pick<DocumentInput, 'kind' | 'reported_ports'>): boolean {
  return canBeConfigured(kind, switchPorts.parse(reported_ports));
}

/** Whether a configuration enables ports that may be disabled, because the switch does not report which are. */
export function enablesAllPorts({
  kind,
  reported_ports,
}: Pick<DocumentInput, 'kind' | 'reported_ports'>): boolean {
  return kind === 'switch' && switchPorts.parse(reported_ports).some(({ enabled }) => enabled === null);
}

/** Whether a configuration may fix speeds that are negotiated, because the switch does not report which are. */
export function fixesPortSpeeds({
  kind,
  reported_ports,
}: Pick<DocumentInput, 'kind' | 'reported_ports'>): boolean {
  return kind === 'switch' && switchPorts.parse(reported_ports).some(({ negotiated }) => negotiated === null);
}

/** The released settings of a device; written by {@link releaseSettings} only. */
export function releasedOf({
  released_settings,
}: Pick<DocumentInput, 'released_settings'>): EffectiveSettings {
  return released_settings ?? NO_SETTINGS;
}

/** The document of a device with its released settings at a time of the day. */
export function documentOf(source: DocumentInput, version: number, at: Date): ConfigurationDocument {
  const effective = releasedOf(source);
  return compileFor(source, effective, version, offNetworksOf(source, effective, at)).document;
}

/** The document of a device with some settings, and what of them it cannot do. */
export function compileFor(
  source: DocumentInput,
  effective: EffectiveSettings,
  version: number,
  offNetworks: ReadonlySet<string> = NONE_OFF,
): Compiled {
  return compile({ ...inputOf(source, effective, version), effective, offNetworks });
}

/** What a document is made from besides settings. */
function inputOf(
  source: DocumentInput,
  effective: EffectiveSettings,
  version: number,
): Omit<CompileInput, 'effective' | 'offNetworks'> {
  return {
    kind: source.kind,
    base: {
      version,
      name: source.name,
      hostname: hostnameOf(source),
      location: source.position,
      timeZone: source.time_zone,
      country: source.country_code,
      ntpServers: source.ntp_server === '' ? [] : [source.ntp_server],
      reportEverySeconds: REPORT_EVERY_MIN_SECONDS,
      ledsOn: true,
      // A device registered as an access point may turn out to be something else.
      managementVlan: source.kind === 'ap' ? (effective.managementVlan?.value ?? null) : null,
      switchPorts: switchPorts.parse(source.reported_ports),
    },
    abilities: source.abilities === null ? UNKNOWN : abilities.parse(source.abilities),
  };
}

/** Networks that are off at the site's local time. */
export function offNetworksOf(
  { time_zone }: Pick<DocumentInput, 'time_zone'>,
  { networks }: EffectiveSettings,
  at: Date,
): ReadonlySet<string> {
  const timed = networks.filter(({ value }) => value.offTimes.length > 0);
  if (timed.length === 0) return new Set();
  const minute = localMinute(time_zone, at);
  return new Set(timed.filter(({ value }) => isOff(value.offTimes, minute)).map(({ id }) => id));
}

/** Whether a device gets the same documents from two settings, at any time of the day. */
export function sameDocuments(
  source: DocumentInput,
  before: EffectiveSettings,
  after: EffectiveSettings,
): boolean {
  if (isSame(before, after)) return true;
  const version = source.version ?? 1;
  const [old, made] = [before, after].map((effective) => {
    const { document } = compileFor(source, effective, version);
    const timed = timedNetworks(effective, document);
    return { document, offTimes: Object.fromEntries(timed.map(({ id, value }) => [id, value.offTimes])) };
  });
  return isSame(old, made);
}

/** Whether a device gets the same document with other values of its site. */
export function sameInSite(source: DocumentInput, site: SiteValues, effective: EffectiveSettings): boolean {
  const version = source.version ?? 1;
  const [there, here] = [{ ...source, ...site }, source].map(
    (input) => compileFor(input, effective, version).document,
  );
  return isSame(there, here);
}

/** Networks that are off at times of the day and that a stored document was made without. */
export function offNetworksIn(
  source: DocumentInput,
  settings: EffectiveSettings,
  stored: ConfigurationDocument,
): ReadonlySet<string> {
  const timed = settings.networks.some(({ value }) => value.offTimes.length > 0);
  if (!timed) return NONE_OFF;
  const all = compileFor(source, settings, stored.uuid).document;
  const onAir = new Set(ssidNamesOf(stored));
  return new Set(
    timedNetworks(settings, all)
      .filter(({ value }) => !onAir.has(value.ssid))
      .map(({ id }) => id),
  );
}

/** The delivered document of a device; null when it has none that was made here. */
export function deliveredOf({
  delivered,
}: Pick<ConfigurationSource, 'delivered'>): ConfigurationDocument | null {
  return typeof delivered === 'object' && delivered !== null && isDocument(delivered) ? delivered : null;
}

/**
 * Whether the document of the released settings is another one by now: the country, time zone or NTP server of the site
 * changed, the device reported other radios or ports, or another release of the server compiles it differently.
 */
export function isOutdated(source: ConfigurationSource): boolean {
  const stored = deliveredOf(source);
  if (stored === null) return false;
  const released = releasedOf(source);
  const { document } = compileFor(source, released, stored.uuid, offNetworksIn(source, released, stored));
  return !sameContent(document, stored);
}

/** Settings for a device that keep its way to the cloud, unless a person confirmed the opposite. */
export function guarded(
  source: Pick<DocumentInput, 'kind' | 'reported_ports' | 'released_settings'>,
  effective: EffectiveSettings,
  confirmed: readonly UplinkCut[] = [],
): Guarded {
  if (source.kind !== 'switch') return { effective, cuts: [] };
  return guardUplink(switchPortsOf(source), releasedOf(source), effective, confirmed);
}

/** Whether a device waits for another document than it has, with the settings that apply to it. */
export function isPending(
  source: ConfigurationSource,
  effective: EffectiveSettings,
  confirmed: readonly UplinkCut[] = [],
): boolean {
  const { effective: after } = guarded(source, effective, confirmed);
  return !sameDocuments(source, releasedOf(source), after) || isOutdated(source);
}

/** Networks of a document, made while none is off, that are off at times of the day. */
export function timedNetworks(
  { networks }: EffectiveSettings,
  { interfaces }: ConfigurationDocument,
): EffectiveSettings['networks'] {
  const onAir = new Set(ssidNamesOf({ interfaces }));
  return networks.filter(({ value }) => value.enabled && value.offTimes.length > 0 && onAir.has(value.ssid));
}

function ssidNamesOf({ interfaces }: Pick<ConfigurationDocument, 'interfaces'>): string[] {
  return interfaces.flatMap(({ ssids = [] }) => ssids.map(({ name }) => name));
}

const HIDDEN = '***';

/** A stored document as it is shown: without the digests of its secrets. */
export function shownDocument(stored: unknown): Readonly<Record<string, z.infer<ReturnType<typeof z.json>>>> {
  const document = jsonDocument.parse(JSON.parse(JSON.stringify(stored)));
  return isDocument(document) ? jsonDocument.parse(withSecrets(document, () => HIDDEN)) : document;
}

const jsonDocument = z.record(z.string(), z.json());

/** Whether it is a document of ours; no other one contains secrets. */
export function isDocument(document: object): document is ConfigurationDocument {
  return 'interfaces' in document && Array.isArray(document.interfaces);
}

/** Whether a stored document would be the same: undefined values are not stored. */
export function sameContent(made: object, stored: unknown): boolean {
  return isSame(stored, made);
}

const tagged = z.object({
  interfaces: z.tuple([z.object({ vlan: z.object({ id: z.number() }) })], z.unknown()),
});

/** Management VLAN of an access point with this configuration. */
export function vlanIn(document: unknown): number | null {
  return tagged.safeParse(document).data?.interfaces[0].vlan.id ?? null;
}

/** Host name from a device name: invalid characters become hyphens; the serial if nothing is left. */
export function hostnameOf({ name, serial }: Pick<DocumentInput, 'name' | 'serial'>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, HOSTNAME_MAX)
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? serial : plain;
}
