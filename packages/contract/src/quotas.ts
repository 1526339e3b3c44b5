export const QUOTA_ADVICE = ['delete', 'bin', 'close', 'expire', 'wait'] as const;

interface QuotaRow {
  /** The limit unless the operator sets another one (`QUOTA_…`). */
  readonly usual: number;
  /** The highest limit the operator can set: lists that are read whole and inputs depend on it. */
  readonly highest: number;
  /** What the limit applies to; an account has as many of them as it has sites, people or tables. */
  readonly per: 'account' | 'site' | 'person' | 'table';
  /** Advice when it is full. */
  readonly advice: (typeof QUOTA_ADVICE)[number];
}

/** The quotas of one account. The texts are the messages `usage.name.…` and `usage.advice.…`. */
export const QUOTAS = {
  organizations: { usual: 1_000, highest: 10_000, per: 'account', advice: 'bin' },
  sites: { usual: 10_000, highest: 100_000, per: 'account', advice: 'bin' },
  devices: { usual: 100_000, highest: 1_000_000, per: 'account', advice: 'delete' },
  openRegistrations: { usual: 5_000, highest: 100_000, per: 'account', advice: 'delete' },
  virtualDevices: { usual: 30, highest: 1_000, per: 'account', advice: 'delete' },
  virtualDevicesPerSite: { usual: 10, highest: 100, per: 'site', advice: 'delete' },
  deviceGroups: { usual: 200, highest: 200, per: 'site', advice: 'delete' },
  deviceTags: { usual: 500, highest: 1_000, per: 'account', advice: 'delete' },
  claimCodes: { usual: 200, highest: 10_000, per: 'account', advice: 'close' },
  trustedCas: { usual: 20, highest: 100, per: 'account', advice: 'delete' },
  people: { usual: 1_000, highest: 100_000, per: 'account', advice: 'delete' },
  roles: { usual: 200, highest: 1_000, per: 'account', advice: 'delete' },
  invitations: { usual: 200, highest: 10_000, per: 'account', advice: 'close' },
  apiKeys: { usual: 20, highest: 200, per: 'person', advice: 'delete' },
  savedViews: { usual: 20, highest: 100, per: 'table', advice: 'delete' },
  alarmRules: { usual: 200, highest: 200, per: 'account', advice: 'delete' },
  maintenanceWindows: { usual: 100, highest: 1_000, per: 'account', advice: 'close' },
  monitoredClients: { usual: 1_000, highest: 10_000, per: 'account', advice: 'delete' },
  noticeSettings: { usual: 50, highest: 500, per: 'account', advice: 'delete' },
  webhooks: { usual: 20, highest: 200, per: 'account', advice: 'delete' },
  reports: { usual: 20, highest: 200, per: 'account', advice: 'delete' },
  screenLinks: { usual: 50, highest: 500, per: 'account', advice: 'delete' },
  remoteProxies: { usual: 20, highest: 200, per: 'account', advice: 'close' },
  remoteProxiesPerPerson: { usual: 10, highest: 50, per: 'person', advice: 'close' },
  firmwareImages: { usual: 500, highest: 10_000, per: 'account', advice: 'delete' },
  firmwareKeys: { usual: 20, highest: 100, per: 'account', advice: 'delete' },
  campaigns: { usual: 50, highest: 500, per: 'account', advice: 'close' },
  commandSchedules: { usual: 50, highest: 500, per: 'account', advice: 'close' },
  settings: { usual: 200_000, highest: 1_000_000, per: 'account', advice: 'delete' },
  changes: { usual: 50, highest: 500, per: 'account', advice: 'close' },
  files: { usual: 10_000, highest: 1_000_000, per: 'account', advice: 'delete' },
  storageMegabytes: { usual: 1_024, highest: 10_485_760, per: 'account', advice: 'delete' },
  exports: { usual: 200, highest: 10_000, per: 'account', advice: 'expire' },
  exportsAtOnce: { usual: 1, highest: 10, per: 'account', advice: 'wait' },
  importsAtOnce: { usual: 1, highest: 10, per: 'account', advice: 'wait' },
} as const satisfies Record<string, QuotaRow>;

export type Quota = keyof typeof QUOTAS;

function isQuota(name: string): name is Quota {
  return Object.hasOwn(QUOTAS, name);
}

export const QUOTA_NAMES: readonly Quota[] = Object.keys(QUOTAS).filter(isQuota);

/** A value for each quota. */
export function perQuota<T>(valueOf: (quota: Quota) => T): Record<Quota, T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are all quotas
  return Object.fromEntries(QUOTA_NAMES.map((quota) => [quota, valueOf(quota)])) as Record<Quota, T>;
}

/** From this share of a limit on, people are warned. */
export const QUOTA_NEAR = 0.8;
