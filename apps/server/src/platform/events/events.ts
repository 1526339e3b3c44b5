import type { CommandName } from '@airloom/contract/commands/commands.model';
import type { CommandState } from '@airloom/contract/commands/commands.states';
import type { DeviceKind } from '@airloom/contract/devices/device-classes';

/** Every event of a domain, in one file. Past tense; payloads contain ids, not copies of rows. */
export interface Events {
  SiteTreeChanged: Record<string, never>;
  /** Its time zone, NTP server or country, which are part of its devices' configuration. */
  SiteSettingsChanged: { siteId: string };
  PeopleChanged: Record<string, never>;
  RolesChanged: Record<string, never>;
  /** Permissions of these people changed here: cached scopes must be dropped. */
  MembershipsChanged: { managerIds: string[] };
  /** It is new; its built-in roles and its owner exist. */
  AccountOpened: Record<string, never>;
  /** Deleted permanently, with its sessions. */
  AccountRemoved: { tenant: string };
  SessionsEnded: { sessionIds: string[] };
  /** Sessions that ended because their person was removed from the account. */
  AccessRemoved: { sessionIds: string[] };
  /** They connected, or their controller reports them as online. */
  DevicesOnline: { deviceIds: string[] };
  DevicesOffline: { deviceIds: string[] };
  /** They lost the other half of their pair, or have it back. */
  PairStatusesChanged: { deviceIds: string[] };
  /** Lists of devices changed. */
  DevicesChanged: Record<string, never>;
  /** Notes or photos of these devices were added, changed or deleted. */
  DeviceNotesChanged: { deviceIds: string[] };
  /** Claimed or moved: the process with their connections must know their new site. */
  DevicesMoved: { deviceIds: string[] };
  /** Deleted, or their certificates revoked: their connections end. */
  DevicesRefused: { deviceIds: string[] };
  /** Simulated devices of a site were started or removed. */
  VirtualFleetsChanged: Record<string, never>;
  /** Deleted with the clients that the console simulated for them. */
  VirtualDevicesRemoved: { deviceIds: string[] };
  /** Devices were refused at the gateway. */
  DeviceAttemptsRefused: Record<string, never>;
  /** A person registered them by their MAC addresses. */
  DevicesRegistered: { deviceIds: string[] };
  /** Another account registered them too. */
  OwnershipDisputed: { deviceIds: string[] };
  /** A certificate was requested for them with another key, and waits for approval. */
  EnrolmentRequested: { deviceIds: string[] };
  /** Somebody decided about such a request or dispute. */
  OwnershipDecided: { deviceIds: string[] };
  /** The account proved that it holds the key of a certificate authority. */
  TrustedCaProven: { trustedCaId: string };
  /** Another account proved an authority that this one trusts too. */
  TrustedCaShared: { trustedCaId: string };
  /** The account trusts one more certificate authority, or one less. */
  TrustedMakersChanged: Record<string, never>;
  /** Their target configuration has a new version, or the device accepted or rejected it. */
  ConfigurationsChanged: { deviceIds: string[] };
  /** Settings or drafts of these sites, or of whole organizations, were changed. */
  SettingsChanged: { siteIds: string[]; organizationIds: string[] };
  /** They are being upgraded, or an upgrade of theirs ended. */
  UpgradeStatusesChanged: { deviceIds: string[] };
  /** Commands were created; their devices may be sent something. */
  CommandsQueued: { batchIds: string[]; deviceIds: string[] };
  CommandsEnded: { commands: EndedCommand[] };
  /** Raised, confirmed, at another level or cleared. */
  AlarmsChanged: { alarmIds: string[] };
  /**
   * Links of a site were created or removed, which changes the uplink of these devices; or devices moved in the layout.
   * `kinds`: of the devices that are shown differently.
   */
  TopologyChanged: { siteId: string; deviceIds: string[]; kinds: DeviceKind[] };
  /** They accepted an invitation. */
  PersonJoined: { managerId: string; invitationId: string };
  /** Removed by an administrator, or by closing their own account; their name is deleted with them. */
  PersonLeft: { name: string; by: string };
  /** The way they sign in changed, in every account they work in. */
  SignInChanged: { managerId: string; what: 'password' | 'twoFactor' };
  /** A table was exported to a file for a person. */
  TableExported: { managerId: string; fileId: string; call: string; rows: number };
  TableImported: { managerId: string; call: string; added: number; refused: number };
  /** All its commands have ended. */
  CampaignEnded: { campaignId: string };
  /** These people got a message, or read or removed some. */
  MessagesChanged: { managerIds: string[] };
  /** Has no handler: written so that an unknown contact takes as long as a known one. */
  MessageWithheld: { sealed: string };
  /** A mail or SMS to send; sealed, because it may contain a code or a sign-in link. */
  MessageQueued: { sealed: string; invitationId: string | null };
}

/** The result of a command for one device. */
export interface EndedCommand {
  readonly id: string;
  readonly batchId: string;
  readonly deviceId: string;
  readonly command: CommandName;
  readonly state: CommandState;
}

export type EventType = keyof Events;

export interface DeliveredEvent<T extends EventType = EventType> {
  readonly id: string;
  readonly tenant: string | null;
  readonly type: T;
  readonly payload: Events[T];
}

/** Runs after commit, at least once: must be idempotent. */
export type EventHandler<T extends EventType> = (event: DeliveredEvent<T>) => Promise<void>;
export type EventHandlers = { [T in EventType]?: EventHandler<T> };
