import type { DeviceKind } from '@airloom/contract/devices/device-classes';
import type { Abilities, Band, ChannelMode, RadioAbility } from '../model.ts';
import type {
  ConfigurationDocument,
  InterfaceSettings,
  MetricSettings,
  PortSettings,
  RadioSettings,
  ServiceSettings,
} from './document.ts';
import { posixTimeZone } from './time-zone.ts';

export interface BaseSettings {
  readonly version: number;
  readonly name: string;
  readonly hostname: string;
  readonly location: string;
  /** "UTC+01:00", or a name such as "Europe/Warsaw". */
  readonly timeZone: string;
  /** Two letters; null keeps the device's own. */
  readonly country: string | null;
  readonly ntpServers: readonly string[];
  readonly reportEverySeconds: number;
  readonly ledsOn: boolean;
  /** Management VLAN; null: untagged. Switches have theirs by port. */
  readonly managementVlan: number | null;
  /** Reported ports of a switch. */
  readonly switchPorts: readonly SwitchPort[];
}

export interface SwitchPort {
  readonly name: string;
  readonly speedMbps: number | null;
  readonly fullDuplex: boolean | null;
  /** Whether the port supplies power; null when it has no PoE. */
  readonly poe: boolean | null;
  /** False when it was disabled on purpose; null when the switch does not report that. */
  readonly enabled: boolean | null;
  /** False when its speed is fixed; null when the switch does not report that. */
  readonly negotiated: boolean | null;
}

/** Whether enough is known about a device to build a configuration that keeps it reachable. */
export function canBeConfigured(kind: DeviceKind, switchPorts: readonly SwitchPort[]): boolean {
  return kind !== 'switch' || switchPorts.length > 0;
}

/** Devices refuse a shorter interval. */
export const REPORT_EVERY_MIN_SECONDS = 60;

/** Base configuration of every device of a kind: name, reports, access. */
export function baseConfiguration(
  kind: DeviceKind,
  settings: BaseSettings,
  abilities: Abilities,
): ConfigurationDocument {
  const isSwitch = kind === 'switch';
  const radios = isSwitch ? [] : radiosOf(abilities, settings.country ?? abilities.country);
  return {
    uuid: settings.version,
    unit: {
      name: settings.name,
      hostname: settings.hostname,
      location: settings.location,
      timezone: posixTimeZone(settings.timeZone, yearOf(settings.version)),
      'leds-active': settings.ledsOn,
    },
    ...(radios.length === 0 ? {} : { radios }),
    ...(isSwitch ? { ethernet: portsOf(settings.switchPorts) } : {}),
    interfaces: [isSwitch ? switchUplink(settings.switchPorts) : uplink(settings.managementVlan)],
    services: servicesOf(kind, settings),
    metrics: metricsOf(kind, settings.reportEverySeconds),
  };
}

/** Versions are Unix seconds. */
function yearOf(version: number): number {
  return new Date(version * 1000).getUTCFullYear();
}

const WIDTH_MHZ: Readonly<Record<Band, number>> = { '2G': 20, '5G': 80, '6G': 80 };

function radiosOf(abilities: Abilities, country: string | null): RadioSettings[] {
  const bands = new Set(abilities.radios.flatMap((radio) => radio.bands));
  return [...bands].map((band) => ({
    band,
    channel: 'auto',
    ...channelOf(
      band,
      abilities.radios.find((radio) => radio.bands.includes(band)),
    ),
    ...(country === null ? {} : { country }),
  }));
}

/** Default of devices for configurations without a mode. */
const DEFAULT_MODE: ChannelMode = 'HE';

/** Radios older than Wi-Fi 6 reject the default mode: they get their best one. */
function channelOf(
  band: Band,
  radio: RadioAbility | undefined,
): Pick<RadioSettings, 'channel-width' | 'channel-mode'> {
  const width = WIDTH_MHZ[band];
  // There is no VHT at 2.4 GHz, though drivers list it.
  const modes = (radio?.modes ?? []).filter(({ mode }) => band !== '2G' || mode !== 'VHT');
  const best = modes.at(-1);
  if (best === undefined || modes.some(({ mode }) => mode === DEFAULT_MODE))
    return { 'channel-width': width };
  return { 'channel-width': Math.min(width, best.maxWidthMhz), 'channel-mode': best.mode };
}

/** The speeds a switch accepts, in Mbit/s. */
const PORT_SPEEDS = new Set([10, 100, 1000, 2500, 5000, 10_000, 25_000, 40_000, 50_000, 100_000, 200_000]);
const DEFAULT_SPEED = 1000;

/** All ports with their current settings, equal ones in one entry. */
function portsOf(ports: readonly SwitchPort[]): PortSettings[] {
  const alike = Map.groupBy(ports, (port) => JSON.stringify(portSettings(port)));
  return [...alike.values()].flatMap((some) =>
    some.slice(0, 1).map((first) => ({
      'select-ports': some.map(({ name }) => name),
      ...portSettings(first),
    })),
  );
}

function portSettings({
  speedMbps,
  fullDuplex,
  poe,
  enabled,
  negotiated,
}: SwitchPort): Omit<PortSettings, 'select-ports'> {
  return {
    speed: speedMbps !== null && PORT_SPEEDS.has(speedMbps) ? speedMbps : DEFAULT_SPEED,
    duplex: fullDuplex === false ? 'half' : 'full',
    ...(negotiated === null ? {} : { autoneg: negotiated }),
    enabled: enabled !== false,
    // A PoE port loses its power unless its entry enables it.
    ...(poe === null ? {} : { poe: { 'admin-mode': poe } }),
  };
}

const REACHED_BY = ['lldp', 'ssh'];

function uplink(vlan: number | null): InterfaceSettings {
  return {
    name: 'WAN',
    role: 'upstream',
    services: REACHED_BY,
    ...(vlan === null ? {} : { vlan: { id: vlan, proto: '802.1q' } }),
    ethernet: [{ 'select-ports': ['WAN*'] }],
    ipv4: { addressing: 'dynamic' },
  };
}

const DEFAULT_VLAN = 1;

function switchUplink(ports: readonly SwitchPort[]): InterfaceSettings {
  return {
    name: 'VLAN1',
    role: 'upstream',
    services: REACHED_BY,
    vlan: { id: DEFAULT_VLAN, proto: '802.1q' },
    ethernet: [{ 'select-ports': ports.map(({ name }) => name), 'vlan-tag': 'un-tagged' }],
    ipv4: { addressing: 'dynamic' },
  };
}

function servicesOf(kind: DeviceKind, { name, location, ntpServers }: BaseSettings): ServiceSettings {
  return {
    lldp: { describe: name, location },
    ssh: { ...(kind === 'switch' ? { enable: true } : {}), 'password-authentication': false },
    ...(ntpServers.length === 0 ? {} : { ntp: { servers: ntpServers } }),
  };
}

function metricsOf(kind: DeviceKind, reportEverySeconds: number): MetricSettings {
  const interval = Math.max(REPORT_EVERY_MIN_SECONDS, Math.round(reportEverySeconds));
  const isSwitch = kind === 'switch';
  return {
    statistics: { interval, types: isSwitch ? ['lldp', 'clients'] : ['ssids', 'lldp', 'clients'] },
    health: { interval },
    realtime: {
      types: isSwitch ? ['wired', 'health', 'unit'] : ['client', 'wifi', 'wired', 'health', 'unit'],
    },
  };
}
