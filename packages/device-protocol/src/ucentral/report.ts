import type { StateExtension } from '../extension.ts';
import { EXTENSION } from '../extension.ts';
import { serialOf } from '../identity.ts';
import type { MemberSample, MeshSample, PairSample, RadioSample, Report, UnitSample } from '../model.ts';
import { clientSamples } from './clients.ts';
import type { OptionalText } from './fields.ts';
import {
  celsiusOf,
  colonMac,
  countOf,
  countOrNull,
  dbmOf,
  INT32_MAX,
  percentOf,
  secondsOf,
  textOf,
  wholeWithin,
} from './figures.ts';
import { macTableOf } from './mac-table.ts';
import { networkSamples } from './networks.ts';
import { linkSamples, localPorts, portNamesOf, portSamples, powerSample, uplinkTraffic } from './ports.ts';
import { radioSamples } from './radios.ts';
import type { DeviceState, StateParams } from './state-schema.ts';
import { portVlansOf, routesOf } from './switching.ts';

const MEMBERS_MAX = 4096;
const MEMBER_RADIOS_MAX = 3;
const BSSIDS_MAX = 16;
const HOPS_MAX = 255;
const ADDRESSES_MAX = 16;
const ADDRESS_MAX = 64;

/** Null for an invalid serial. */
export function reportOf(params: StateParams): Report | null {
  const serial = serialOf(params.serial);
  if (serial === null) return null;
  const { state } = params;
  const kept = params[EXTENSION];
  const extension = state[EXTENSION];
  const members = membersOf(extension);
  const ports = portSamples(state);
  const local = localPorts(ports);
  const macTable = macTableOf(state);
  return {
    serial,
    at: kept?.at ?? null,
    sequence: kept?.seq ?? null,
    configVersion: versionOf(params.uuid),
    requestId: params.request_uuid === undefined ? null : textOf(params.request_uuid),
    unit: unitSample(state),
    uplink: uplinkTraffic(state, ports),
    addresses: addressesOf(state),
    radios: radioSamples(state),
    networks: networkSamples(state),
    clients: clientSamples(state, (port) => local.has(textOf(port)), macTable),
    ports,
    disabledPorts: portNamesOf(extension?.disabledPorts),
    negotiatedPorts: portNamesOf(extension?.negotiatedPorts),
    portVlans: portVlansOf(extension),
    isolatedPorts: portNamesOf(extension?.isolatedPorts),
    routes: routesOf(extension),
    links: linkSamples(state),
    macTable,
    power: powerSample(state),
    members,
    membersAreAll: members.length === extension?.members?.length,
    pair: pairOf(extension),
    mesh: meshOf(extension),
  };
}

/** An invalid version counts as none yet. */
export function versionOf(uuid: number): number {
  return wholeWithin(uuid, 0, INT32_MAX) ?? 1;
}

function unitSample({ unit }: DeviceState): UnitSample {
  const temperature = unit?.temperature;
  return {
    uptimeSeconds: secondsOf(unit?.uptime),
    cpuPercent: percentOf(unit?.cpu_load?.[0]),
    memoryPercent: memoryPercentOf(unit?.memory),
    temperature: celsiusOf(Array.isArray(temperature) ? hottest(temperature) : temperature),
  };
}

function hottest(temperatures: readonly number[]): number | undefined {
  return temperatures.length === 0 ? undefined : temperatures.reduce((one, other) => Math.max(one, other));
}

type Memory = NonNullable<NonNullable<DeviceState['unit']>['memory']>;

function memoryPercentOf(memory: Memory | undefined): number | null {
  const total = countOf(memory?.total);
  const free = countOrNull(memory?.free);
  if (total === 0 || free === null) return null;
  const available = free + countOf(memory?.cached) + countOf(memory?.buffered);
  return percentOf((1 - available / total) * 100);
}

function addressesOf({ interfaces }: DeviceState): string[] {
  const addresses: string[] = [];
  for (const { ipv4, ipv6_addresses: ipv6 } of interfaces ?? []) {
    for (const address of ipv4?.addresses ?? []) addAddress(addresses, address);
    for (const { address } of ipv6 ?? []) addAddress(addresses, address);
  }
  return addresses;
}

function addAddress(addresses: string[], reported: OptionalText): void {
  if (reported === undefined || reported === null || reported === '' || addresses.length >= ADDRESSES_MAX)
    return;
  const slash = reported.indexOf('/');
  addresses.push(textOf(slash === -1 ? reported : reported.slice(0, slash), ADDRESS_MAX));
}

function membersOf(extension: StateExtension | undefined): MemberSample[] {
  const members: MemberSample[] = [];
  for (const reported of extension?.members ?? []) {
    const serial = serialOf(reported.serial);
    if (serial === null || members.length >= MEMBERS_MAX) continue;
    const radios = (reported.radios ?? []).slice(0, MEMBER_RADIOS_MAX);
    members.push({
      serial,
      name: textOf(reported.name),
      model: textOf(reported.model),
      firmware: textOf(reported.firmware),
      ip: reported.ip === null ? null : textOf(reported.ip, ADDRESS_MAX),
      online: reported.online,
      clients: Math.min(countOf(reported.clients), INT32_MAX),
      uptimeSeconds: secondsOf(reported.uptimeSeconds),
      radios: radios.map(memberRadio),
      bssids: bssidsOf(radios),
    });
  }
  return members;
}

type ReportedMember = NonNullable<StateExtension['members']>[number];
type ReportedRadio = NonNullable<ReportedMember['radios']>[number];

function bssidsOf(radios: readonly ReportedRadio[]): string[] {
  const reported = radios.flatMap(({ bssids = [] }) => bssids.slice(0, BSSIDS_MAX));
  return [...new Set(reported.flatMap((bssid) => colonMac(bssid) ?? []))];
}

function memberRadio(reported: ReportedRadio, index: number): RadioSample {
  return {
    index,
    band: reported.band,
    channel: wholeWithin(reported.channel, 0, INT32_MAX) ?? 0,
    widthMhz: wholeWithin(reported.widthMhz, 0, INT32_MAX) ?? 0,
    txPower: dbmOf(reported.txPower),
    utilisationPercent: percentOf(reported.utilisationPercent),
    noise: dbmOf(reported.noise),
    temperature: null,
    clients: Math.min(countOf(reported.clients), INT32_MAX),
    traffic: { rxBytes: countOf(reported.rxBytes), txBytes: countOf(reported.txBytes) },
    txRetries: null,
    txFailed: null,
  };
}

function pairOf(extension: StateExtension | undefined): PairSample | null {
  const reported = extension?.pair;
  if (reported === undefined) return null;
  const { mode, role, peerOnline } = reported;
  return { mode, role, peerSerial: serialOf(reported.peerSerial ?? ''), peerOnline };
}

function meshOf(extension: StateExtension | undefined): MeshSample | null {
  const reported = extension?.mesh;
  if (reported === undefined) return null;
  return {
    parentSerial: serialOf(reported.parentSerial ?? ''),
    hops: wholeWithin(reported.hops, 0, HOPS_MAX) ?? 0,
    signal: dbmOf(reported.signal),
  };
}
