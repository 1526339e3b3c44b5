import { randomUUID } from 'node:crypto';
import type { accountCalls } from '@airloom/contract/accounts/accounts.calls';
import type { ExamplesOf } from './example.ts';

export const accountExamples: ExamplesOf<typeof accountCalls> = {
  getCompany: () => ({}),
  exportOperations: ({ deviceUUID }) => ({ format: 'csv', kind: 'device', object: deviceUUID }),
  updateCompany: ({ marker }) => ({ enterpriseName: `${marker} Ltd` }),
  setUpAccount: ({ marker }) => ({
    companyName: `${marker} Ltd`,
    organizationName: `${marker} ${randomUUID().slice(0, 8)}`,
    siteName: `${marker} first`.slice(-30),
    countryCode: 'PL',
    timeZone: 'Europe/Warsaw',
  }),
  getUsage: () => ({}),
  getSenders: () => ({}),
  testSender: () => ({ channel: 'mail' }),
  getQuotas: () => ({}),
  removeDemo: () => ({}),
  resetDemo: () => ({}),
  listOperations: ({ siteUUID }) => ({ siteUUID, kind: 'site', object: siteUUID }),
};
