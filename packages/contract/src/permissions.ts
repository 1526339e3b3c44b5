/** Every page and verb a role can be given, grouped as in the permission tree (specification §6). */
export const PERMISSION_TREE = [
  { key: 'home', permissions: ['statistics', 'net_map', 'authuserOnline_view', 'remote_proxy'] },
  {
    key: 'device',
    permissions: [
      'device_manage',
      'all_device',
      'ac_device',
      'ap_device',
      'dcme_device',
      'switch_device',
      'dscc_device',
      'smart_device',
    ],
  },
  {
    key: 'wireless',
    permissions: [
      'network_config',
      'network',
      'dcme_auth',
      'template_page',
      'auth_user',
      'wechat_sms_config',
    ],
  },
  { key: 'alarm', permissions: ['alarm_info', 'current_alarm', 'alarm_rule', 'alarm_index', 'alarm_mac'] },
  { key: 'scene', permissions: ['wireless_network_opt', 'ap_scene', 'wireless_visual'] },
  {
    key: 'finance',
    permissions: ['productcenter_ctrl', 'billcenter_ctrl', 'receiptcenter_ctrl', 'addresscenter_ctrl'],
  },
  { key: 'agent', permissions: ['agent_mananger'] },
  { key: 'organization', permissions: ['org_manage', 'site_manage'] },
  { key: 'people', permissions: ['subaccount_manage', 'role_manage'] },
  { key: 'account', permissions: ['account_manage', 'operation_log', 'device_script'] },
  { key: 'operator', permissions: ['operator_catalogue', 'operator_finance', 'operator_support'] },
] as const;

export type PermissionGroup = (typeof PERMISSION_TREE)[number]['key'];
export type PermissionKey = (typeof PERMISSION_TREE)[number]['permissions'][number];

/** `key` allows viewing, `key:operate` allows changing. Operate always implies view. */
export type Grant = PermissionKey | `${PermissionKey}:operate`;

export const PERMISSION_KEYS: readonly PermissionKey[] = PERMISSION_TREE.flatMap((group) => [
  ...group.permissions,
]);

export const ALL_GRANTS: readonly Grant[] = PERMISSION_KEYS.flatMap((key): Grant[] => [
  key,
  `${key}:operate`,
]);

/** What an account is: it runs the installation, it sells to customers of its own, it buys in the store. */
export interface AccountFlags {
  readonly operator: boolean;
  readonly agent: boolean;
  readonly store: boolean;
}

/** Groups that only accounts with a flag have. */
const FLAG_OF_GROUP: Partial<Record<PermissionGroup, keyof AccountFlags>> = {
  finance: 'store',
  agent: 'agent',
  operator: 'operator',
};

/** The permissions that exist in an account. */
export function permissionsIn(flags: AccountFlags): ReadonlySet<PermissionKey> {
  const groups = PERMISSION_TREE.filter(({ key }) => {
    const flag = FLAG_OF_GROUP[key];
    return flag === undefined || flags[flag];
  });
  return new Set(groups.flatMap((group): PermissionKey[] => [...group.permissions]));
}

const grants: ReadonlySet<string> = new Set(ALL_GRANTS);

export function isGrant(value: string): value is Grant {
  return grants.has(value);
}

/** Settings of each kind are shown on pages that all kinds share: seeing one includes seeing those pages. */
const INCLUDED_VIEWS: readonly (readonly [PermissionKey, PermissionKey])[] = [
  ['network', 'network_config'],
  ['dcme_auth', 'network_config'],
];

/** Permissions that include the view of this one. */
export function includingView(key: string): PermissionKey[] {
  return INCLUDED_VIEWS.filter(([, view]) => view === key).map(([one]) => one);
}

/** Adds the view grants that other grants imply. */
export function withImpliedViews(given: readonly Grant[]): Grant[] {
  const complete = new Set<Grant>(given);
  for (const key of PERMISSION_KEYS) if (complete.has(`${key}:operate`)) complete.add(key);
  for (const [key, view] of INCLUDED_VIEWS) if (complete.has(key)) complete.add(view);
  return ALL_GRANTS.filter((grant) => complete.has(grant));
}
