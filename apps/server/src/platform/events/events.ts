import type { CommandName } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';

/** Every fact a domain can tell, on one page. Past tense; payloads hold ids, not copies of rows. */
export interface Events {
  SiteTreeChanged: Record<string, never>;
  /** Its time zone, NTP server or country, which its devices are told. */
  SiteSettingsChanged: { siteId: string };
  PeopleChanged: Record<string, never>;
  RolesChanged: Record<string, never>;
  /** Rights of these people changed here: cached scopes must go. */
  MembershipsChanged: { managerIds: string[] };
  /** It is new; its built-in roles and its owner are there. */
  AccountOpened: Record<string, never>;
  /** Gone for good, and its sessions with it. */
  AccountRemoved: { tenant: string };
  SessionsEnded: { sessionIds: string[] };
  /** Sessions that ended because their person was removed from the account. */
  AccessRemoved: { sessionIds: string[] };
  /** Their connections came up, or what manages them says so. */
  DevicesOnline: { deviceIds: string[] };
  DevicesOffline: { deviceIds: string[] };
  /** They lost the other half of their pair, or have it back. */
  PairStatusesChanged: { deviceIds: string[] };
  /** Lists of devices are no longer what they were. */
  DevicesChanged: Record<string, never>;
  /** Claimed or moved: whoever holds their connections must know their new site. */
  DevicesMoved: { deviceIds: string[] };
  /** Deleted, or their certificates revoked: their connections end. */
  DevicesRefused: { deviceIds: string[] };
  /** A person registered them by their MAC addresses. */
  DevicesRegistered: { deviceIds: string[] };
  /** Another account registered them too. */
  OwnershipDisputed: { deviceIds: string[] };
  /** A certificate was requested in their name with another key, and waits for approval. */
  EnrolmentRequested: { deviceIds: string[] };
  /** Somebody decided about such a request or dispute. */
  OwnershipDecided: { deviceIds: string[] };
  /** The account showed that it holds the key of a maker of certificates. */
  TrustedCaProven: { trustedCaId: string };
  /** Another account proved a maker that this one trusts too. */
  TrustedCaShared: { trustedCaId: string };
  /** The account trusts another maker of certificates, or one less. */
  TrustedMakersChanged: Record<string, never>;
  /** What these should run has a new version that waits to be pushed, or the device has judged it. */
  ConfigurationsChanged: { deviceIds: string[] };
  /** They are being upgraded, or an upgrade of theirs ended. */
  UpgradeStatusesChanged: { deviceIds: string[] };
  /** Orders were given; their devices may be sent something. */
  CommandsQueued: { batchIds: string[]; deviceIds: string[] };
  CommandsEnded: { commands: EndedCommand[] };
  /** Raised, confirmed, at another level or cleared. */
  AlarmsChanged: { alarmIds: string[] };
  /**
   * Links of a site were drawn or removed, which changes the uplink of these devices; or devices were placed elsewhere.
   * `kinds`: of the devices that are shown differently.
   */
  TopologyChanged: { siteId: string; deviceIds: string[]; kinds: DeviceKind[] };
  /** They accepted an invitation. */
  PersonJoined: { managerId: string; invitationId: string };
  /** Taken out by somebody, or by closing their own account; what they were called is gone with them. */
  PersonLeft: { name: string; by: string };
  /** How they sign in is no longer what it was, in every account they work in. */
  SignInChanged: { managerId: string; what: 'password' | 'twoFactor' };
  /** A table was written into a file for somebody. */
  TableExported: { managerId: string; fileId: string; call: string; rows: number };
  TableImported: { managerId: string; call: string; added: number; refused: number };
  /** Nothing of it waits or runs any more. */
  CampaignEnded: { campaignId: string };
  /** These people were told something, or read or removed some of it. */
  MessagesChanged: { managerIds: string[] };
  /** Nobody is told: written so that a contact nobody has takes as long as one somebody has. */
  MessageWithheld: { sealed: string };
  /** A mail or SMS to send; sealed, because it may hold a code or a link that lets someone in. */
  MessageQueued: { sealed: string; invitationId: string | null };
}

/** What became of an order to one device. */
export interface EndedCommand {
  readonly id: string;
  readonly batchId: string;
  readonly deviceId: string;
  readonly command: CommandName;
  readonly state: CommandState;
}

export type EventType = keyof Events;

export interface Told<T extends EventType = EventType> {
  readonly id: string;
  readonly tenant: string | null;
  readonly type: T;
  readonly payload: Events[T];
}

/** Runs after commit, at least once: running twice must do no harm. */
export type EventHandler<T extends EventType> = (told: Told<T>) => Promise<void>;
export type EventHandlers = { [T in EventType]?: EventHandler<T> };
