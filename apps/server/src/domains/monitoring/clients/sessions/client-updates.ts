import type { ClientSample, Happening } from '@airloom/device-protocol/model';
import { canHaveMembers } from '../../../network/devices/index.ts';
import {
  type ReceivedEvent,
  type ReceivedItem,
  type ReportedMembers,
  SERVING_KINDS,
  type TimedReport,
} from '../../telemetry/index.ts';
import type { ReportTime } from './session.ts';
import type { Owner } from './sessions.repository.ts';

type ClientHappening = Extract<Happening, { readonly type: 'clientJoined' | 'clientLeft' }>;
type ClientItem = TimedReport | ReceivedEvent;

/** The clients of one device. */
export interface DeviceClients {
  readonly owner: Owner;
  readonly clients: readonly ClientSample[];
}

/** Clients of a controller member, assigned by its BSSIDs. */
export interface MemberClients extends DeviceClients {
  readonly bssids: readonly string[];
}

/** Clients in a report: those of the device itself and those of members without their own connection. */
export interface ClientReport extends DeviceClients {
  readonly what: 'report';
  readonly time: ReportTime;
  readonly members: readonly MemberClients[];
}

export interface ClientEvent {
  readonly what: 'event';
  readonly owner: Owner;
  readonly time: ReportTime;
  readonly happening: ClientHappening;
  /** Whether the device serves clients itself. */
  readonly serves: boolean;
  /** Whether the device reports clients of its members. */
  readonly canHaveMembers: boolean;
}

export type ClientUpdate = ClientReport | ClientEvent;

function serves({ kind }: ReceivedItem['device']): boolean {
  return SERVING_KINDS.includes(kind);
}

/** Whether an item reports clients of the device or of its members. */
export function concernsClients(item: ReceivedItem): item is ClientItem {
  const { device } = item;
  if (item.what === 'report') return item.at !== null && (serves(device) || item.report.members.length > 0);
  return (
    item.what === 'event' &&
    isOfClient(item.event.happening) &&
    (serves(device) || canHaveMembers(device.kind))
  );
}

function isOfClient(happening: Happening): happening is ClientHappening {
  return happening.type === 'clientJoined' || happening.type === 'clientLeft';
}

/** Updates in the order they were received. */
export function clientUpdatesIn(items: readonly ReceivedItem[], members: ReportedMembers): ClientUpdate[] {
  return items.filter(concernsClients).flatMap((item): ClientUpdate[] => {
    if (item.what === 'report') return [clientReportOf(item, members)];
    const { device: owner, at, event } = item;
    if (!isOfClient(event.happening)) return [];
    return [
      {
        what: 'event',
        owner,
        time: { at, exact: false },
        happening: event.happening,
        serves: serves(owner),
        canHaveMembers: canHaveMembers(owner.kind),
      },
    ];
  });
}

/** Clients of a member without BSSIDs count for the controller, if it serves clients. */
function clientReportOf(item: TimedReport, reportedMembers: ReportedMembers): ClientReport {
  const { device: owner, report, at } = item;
  const members = (reportedMembers.get(item) ?? [])
    .filter(({ member }) => member.bssids.length > 0)
    .map(({ device, member, clients }) => ({
      owner: { ...device, reportedBy: owner.deviceId },
      clients,
      bssids: member.bssids,
    }));
  const theirs = new Set(members.flatMap(({ clients }) => clients));
  return {
    what: 'report',
    owner,
    time: { at, exact: report.at !== null },
    clients: serves(owner) ? report.clients.filter((client) => !theirs.has(client)) : [],
    members,
  };
}

/** The devices with clients in an update, members before their controller. */
export function partsOf(update: ClientUpdate): readonly DeviceClients[] {
  return update.what === 'report' ? [...update.members, update] : [];
}

export function ownersOf(all: readonly ClientUpdate[]): Owner[] {
  const owners = all.flatMap((update) => [update.owner, ...partsOf(update).map(({ owner }) => owner)]);
  return [...new Map(owners.map((owner) => [owner.deviceId, owner])).values()];
}
