import type { ClientSample, Happening } from '@airloom/device-protocol/model';
import { canHaveMembers } from '../../../network/devices/index.ts';
import {
  SERVING_KINDS,
  type TakenEvent,
  type TakenItem,
  type TimedReport,
  type ToldMembers,
} from '../../telemetry/index.ts';
import type { Told } from './session.ts';
import type { Owner } from './sessions.repository.ts';

type OfClient = Extract<Happening, { readonly type: 'clientJoined' | 'clientLeft' }>;
type ClientItem = TimedReport | TakenEvent;

/** The clients of one device. */
export interface Part {
  readonly owner: Owner;
  readonly clients: readonly ClientSample[];
}

/** A member of a manager, whose clients can be told from those of others. */
export interface MemberPart extends Part {
  readonly bssids: readonly string[];
}

/** What a report says of clients: of those of the device itself, and of members that do not speak for themselves. */
export interface SaidReport extends Part {
  readonly what: 'report';
  readonly told: Told;
  readonly members: readonly MemberPart[];
}

export interface SaidEvent {
  readonly what: 'event';
  readonly owner: Owner;
  readonly told: Told;
  readonly happening: OfClient;
  /** Whether it may speak of its own clients. */
  readonly serves: boolean;
  /** Whether it may speak of clients of others. */
  readonly canHaveMembers: boolean;
}

export type Said = SaidReport | SaidEvent;

function serves({ kind }: TakenItem['device']): boolean {
  return SERVING_KINDS.includes(kind);
}

/** Whether it says something of clients it serves, or of those of members. */
export function isOfClients(item: TakenItem): item is ClientItem {
  const { device } = item;
  if (item.what === 'report') return item.at !== null && (serves(device) || item.report.members.length > 0);
  return (
    item.what === 'event' &&
    isOfClient(item.event.happening) &&
    (serves(device) || canHaveMembers(device.kind))
  );
}

function isOfClient(happening: Happening): happening is OfClient {
  return happening.type === 'clientJoined' || happening.type === 'clientLeft';
}

/** In the order it was said. */
export function saidOfClients(items: readonly TakenItem[], members: ToldMembers): Said[] {
  return items.filter(isOfClients).flatMap((item): Said[] => {
    if (item.what === 'report') return [saidIn(item, members)];
    const { device: owner, at, event } = item;
    if (!isOfClient(event.happening)) return [];
    return [
      {
        what: 'event',
        owner,
        told: { at, exact: false },
        happening: event.happening,
        serves: serves(owner),
        canHaveMembers: canHaveMembers(owner.kind),
      },
    ];
  });
}

/** Clients of a member that names no networks stay with its manager, if that serves any. */
function saidIn(item: TimedReport, told: ToldMembers): SaidReport {
  const { device: owner, report, at } = item;
  const members = (told.get(item) ?? [])
    .filter(({ member }) => member.bssids.length > 0)
    .map(({ device, member, clients }) => ({
      owner: { ...device, speaker: owner.deviceId },
      clients,
      bssids: member.bssids,
    }));
  const theirs = new Set(members.flatMap(({ clients }) => clients));
  return {
    what: 'report',
    owner,
    told: { at, exact: report.at !== null },
    clients: serves(owner) ? report.clients.filter((client) => !theirs.has(client)) : [],
    members,
  };
}

/** Everyone whose clients a thing that was said is about, members before their manager. */
export function partsOf(said: Said): readonly Part[] {
  return said.what === 'report' ? [...said.members, said] : [];
}

export function ownersOf(all: readonly Said[]): Owner[] {
  const owners = all.flatMap((said) => [said.owner, ...partsOf(said).map(({ owner }) => owner)]);
  return [...new Map(owners.map((owner) => [owner.deviceId, owner])).values()];
}
