import type { StateExtension } from '../extension.ts';
import { EXTENSION } from '../extension.ts';
import { serialOf } from '../identity.ts';
import type { MemberSample, MeshSample, PairSample, RadioSample, Report, UnitSample } from '../model.ts';
import { clientSamples } from './clients.ts';
import type { Word } from './fields.ts';
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
import { linkSamples, localPorts, portNamesOf, portSamples, powerSample, uplinkTraffic } from './ports.ts';
import { radioSamples } from './radios.ts';
import type { DeviceState, StateParams } from './state-schema.ts';

const MEMBERS_MAX = 4096;
const MEMBER_RADIOS_MAX = 3;
const BSSIDS_MAX = 16;
const HOPS_MAX = 255;
const ADDRESSES_MAX = 16;
const ADDRESS_MAX = 64;

/** Null when the serial is none. */
export function reportOf(params: StateParams): Report | null {
  const serial = serialOf(params.serial);
  if (serial === null) return null;
  const { state } = params;
  const kept = params[EXTENSION];
  const extension = state[EXTENSION];
  const members = membersOf(extension);
  const ports = portSamples(state);
  const local = localPorts(ports);
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
    clients: clientSamples(state, (port) => local.has(textOf(port))),
    ports,
    disabledPorts: portNamesOf(extension?.disabledPorts),
    negotiatedPorts: portNamesOf(extension?.negotiatedPorts),
    links: linkSamples(state),
    power: powerSample(state),
    members,
    membersAreAll: members.length === extension?.members?.length,
    pair: pairOf(extension),
    mesh: meshOf(extension),
  };
}

/** A version that cannot be one counts as none yet. */
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

function addAddress(addresses: string[], told: Word): void {
  if (told === undefined || told === null || told === '' || addresses.length >= ADDRESSES_MAX) return;
  const slash = told.indexOf('/');
  addresses.push(textOf(slash === -1 ? told : told.slice(0, slash), ADDRESS_MAX));
}

function membersOf(extension: StateExtension | undefined): MemberSample[] {
  const members: MemberSample[] = [];
  for (const told of extension?.members ?? []) {
    const serial = serialOf(told.serial);
    if (serial === null || members.length >= MEMBERS_MAX) continue;
    const radios = (told.radios ?? []).slice(0, MEMBER_RADIOS_MAX);
    members.push({
      serial,
      name: textOf(told.name),
      model: textOf(told.model),
      firmware: textOf(told.firmware),
      ip: told.ip === null ? null : textOf(told.ip, ADDRESS_MAX),
      online: told.online,
      clients: Math.min(countOf(told.clients), INT32_MAX),
      uptimeSeconds: secondsOf(told.uptimeSeconds),
      radios: radios.map(memberRadio),
      bssids: bssidsOf(radios),
    });
  }
  return members;
}

type ToldMember = NonNullable<StateExtension['members']>[number];
type ToldRadio = NonNullable<ToldMember['radios']>[number];

function bssidsOf(radios: readonly ToldRadio[]): string[] {
  const told = radios.flatMap(({ bssids = [] }) => bssids.slice(0, BSSIDS_MAX));
  return [...new Set(told.flatMap((bssid) => colonMac(bssid) ?? []))];
}

function memberRadio(told: ToldRadio, index: number): RadioSample {
  return {
    index,
    band: told.band,
    channel: wholeWithin(told.channel, 0, INT32_MAX) ?? 0,
    widthMhz: wholeWithin(told.widthMhz, 0, INT32_MAX) ?? 0,
    txPower: dbmOf(told.txPower),
    utilisationPercent: percentOf(told.utilisationPercent),
    noise: dbmOf(told.noise),
    temperature: null,
    clients: Math.min(countOf(told.clients), INT32_MAX),
    traffic: { rxBytes: countOf(told.rxBytes), txBytes: countOf(told.txBytes) },
    txRetries: null,
    txFailed: null,
  };
}

function pairOf(extension: StateExtension | undefined): PairSample | null {
  const told = extension?.pair;
  if (told === undefined) return null;
  const { mode, role, peerOnline } = told;
  return { mode, role, peerSerial: serialOf(told.peerSerial ?? ''), peerOnline };
}

function meshOf(extension: StateExtension | undefined): MeshSample | null {
  const told = extension?.mesh;
  if (told === undefined) return null;
  return {
    parentSerial: serialOf(told.parentSerial ?? ''),
    hops: wholeWithin(told.hops, 0, HOPS_MAX) ?? 0,
    signal: dbmOf(told.signal),
  };
}
