import type { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import type { ExamplesOf } from './example.ts';

export const accountExamples: ExamplesOf<typeof accountCalls> = {
  getCompany: () => ({}),
  exportOperations: ({ deviceUUID }) => ({ format: 'csv', kind: 'device', object: deviceUUID }),
  updateCompany: ({ marker }) => ({ enterpriseName: `${marker} Ltd` }),
  getUsage: () => ({}),
  getSenders: () => ({}),
  testSender: () => ({ channel: 'mail' }),
  getQuotas: () => ({}),
  removeDemo: () => ({}),
  listOperations: ({ siteUUID }) => ({ siteUUID, kind: 'site', object: siteUUID }),
};
