import { z } from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { ALL_GRANTS } from '../permissions.ts';
import { INVITATION_STATUSES } from './access.states.ts';

export const grant = z.enum(ALL_GRANTS);

/** One role assignment of a person: a role in an account (specification §3, role record). */
export const roleRecord = z.object({
  accountUUID: uuid,
  managerUUID: uuid,
  roleUUID: uuid,
  key: z.string(),
  /** The role's own name; empty for built-in roles, whose name is a translated text of their key. */
  roleName: z.string(),
  /** The person’s short name in this account. */
  alias: z.string(),
  accountName: z.string(),
  enterpriseName: z.string(),
  demo: z.boolean(),
  permissions: z.array(grant),
});
export type RoleRecord = z.infer<typeof roleRecord>;

export const permissionNode = z.object({
  group: z.string(),
  permissions: z.array(
    z.object({
      key: z.string(),
      view: z.boolean(),
      operate: z.boolean(),
      /** False where operating it would guard nothing: there is only something to see. */
      operable: z.boolean(),
      /** Whether the caller may grant it. */
      grantableView: z.boolean(),
      grantableOperate: z.boolean(),
    }),
  ),
});
export type PermissionNode = z.infer<typeof permissionNode>;

export const role = z.object({
  roleUUID: uuid,
  key: z.string(),
  name: z.string(),
  /** Empty for a role without one. */
  alias: z.string(),
  /** The name of the account the role belongs to. */
  mainAccount: z.string(),
  builtIn: z.boolean(),
  reach: z.enum(['account', 'organizationOrSite', 'site']),
  userCount: z.number().int(),
  permissions: z.array(grant),
  /** False when the role has permissions that the caller does not. */
  grantable: z.boolean(),
});
export type Role = z.infer<typeof role>;

/** Whole account, or some organizations, or some sites: never organizations and sites together. */
export const reach = z.object({
  all: z.boolean(),
  enterpriseUUIDs: z.array(uuid),
  siteUUIDs: z.array(uuid),
});
export type Reach = z.infer<typeof reach>;

/** How a person's part of an account is selected. Sites are created in organizations, so `sites` creates none. */
export const REACH_KINDS = ['all', 'enterprises', 'sites'] as const;

export const subAccount = z.object({
  subAccountUUID: uuid,
  managerUUID: uuid,
  userName: z.string(),
  alias: z.string(),
  nickname: z.string(),
  phone: z.string(),
  email: z.string(),
  roleUUID: uuid,
  roleKey: z.string(),
  roleName: z.string(),
  reach,
  /** Names of the first few organizations or sites, for the list. */
  reachNames: z.array(z.string()),
  mainAccount: z.boolean(),
  self: z.boolean(),
  disabled: z.boolean(),
  lastSeenAt: timestamp.nullable(),
  createdAt: timestamp,
});
export type SubAccount = z.infer<typeof subAccount>;

export const invitation = z.object({
  invitationUUID: uuid,
  target: z.string(),
  roleUUID: uuid,
  roleKey: z.string(),
  roleName: z.string(),
  reachNames: z.array(z.string()),
  status: z.enum(INVITATION_STATUSES),
  invitedBy: z.string(),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** Delivery of the last message to the invited person. */
  delivery: z.enum(['queued', 'sent', 'failed', 'noSender']),
});
export type Invitation = z.infer<typeof invitation>;

/** The link of an invitation that the console cannot send. It proves the address, so it is shown this once. */
export const invitationLink = z.object({ target: z.string(), link: z.string() });
export type InvitationLink = z.infer<typeof invitationLink>;

/** What the invited person sees before they accept. */
export const invitationView = z.object({
  accountName: z.string(),
  invitedBy: z.string(),
  roleKey: z.string(),
  roleName: z.string(),
  target: z.string(),
  status: z.enum(INVITATION_STATUSES),
  expiresAt: timestamp,
});
export type InvitationView = z.infer<typeof invitationView>;
