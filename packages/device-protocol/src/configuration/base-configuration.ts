import type { DeviceKind } from '@airloom/contract/devices/devices.model';
import type { Abilities, Band } from '../model.ts';
import type {
  ConfigurationDocument,
  InterfaceSettings,
  MetricSettings,
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
  /** Two letters; null leaves it to the device. */
  readonly country: string | null;
  readonly ntpServers: readonly string[];
  readonly reportEverySeconds: number;
  readonly ledsOn: boolean;
  /** The VLAN it is reached in; null without a tag. Switches have theirs by port. */
  readonly managementVlan: number | null;
}

/** Devices refuse to report more often. */
export const REPORT_EVERY_MIN_SECONDS = 60;

/** What every device of a kind is told, whatever else it is told: who it is, when it reports, how it is reached. */
export function baseConfiguration(
  kind: DeviceKind,
  settings: BaseSettings,
  abilities: Abilities,
): ConfigurationDocument {
  const radios = kind === 'switch' ? [] : radiosOf(abilities, settings.country ?? abilities.country);
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
    interfaces: [kind === 'switch' ? switchUplink(abilities) : uplink(settings.managementVlan)],
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
    'channel-width': WIDTH_MHZ[band],
    ...(country === null ? {} : { country }),
  }));
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

function switchUplink({ ports }: Abilities): InterfaceSettings {
  return {
    name: 'VLAN1',
    role: 'upstream',
    services: REACHED_BY,
    vlan: { id: DEFAULT_VLAN, proto: '802.1q' },
    ethernet: [{ 'select-ports': ports.length === 0 ? ['Ethernet*'] : ports, 'vlan-tag': 'un-tagged' }],
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
