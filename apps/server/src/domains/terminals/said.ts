import type { ClientSample, Happening } from '@airloom/device-protocol/model';
import { leads } from '../devices/index.ts';
import type { TakenEvent, TakenItem, TimedReport, ToldMembers } from '../telemetry/index.ts';
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
  /** Whether it may speak of clients of others. */
  readonly leads: boolean;
}

export type Said = SaidReport | SaidEvent;

/** Whether it says something of clients. Those at a switch's ports pass through it: it does not serve them. */
export function isOfClients(item: TakenItem): item is ClientItem {
  if (item.device.kind === 'switch') return false;
  if (item.what === 'report') return item.at !== null;
  return item.what === 'event' && isOfClient(item.event.happening);
}

function isOfClient(happening: Happening): happening is OfClient {
  return happening.type === 'clientJoined' || happening.type === 'clientLeft';
}

/** In the order it was said. */
export function saidOfClients(items: readonly TakenItem[], members: ToldMembers): Said[] {
  return items.filter(isOfClients).flatMap((item): Said[] => {
    if (item.what === 'report') return [saidIn(item, members)];
    const { device, at, event } = item;
    if (!isOfClient(event.happening)) return [];
    const told = { at, exact: false };
    return [{ what: 'event', owner: device, told, happening: event.happening, leads: leads(device.kind) }];
  });
}

/** Clients of a member that names no networks stay with its manager. */
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
    clients: theirs.size === 0 ? report.clients : report.clients.filter((client) => !theirs.has(client)),
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
