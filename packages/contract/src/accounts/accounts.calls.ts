import { z } from 'zod';
import { defineCall } from '../call.ts';
import { defineExportCall, exportFormat } from '../export-call.ts';
import { text, timestamp, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { place } from '../place.ts';
import { company, companyInput, setUpInput } from './accounts.model.ts';
import { objectKind, operationLogRow } from './operation-log.model.ts';
import { sender, senderChannel, senderTest } from './senders.model.ts';
import { quotaLimits, usage } from './usage.model.ts';

const operationFilters = z.object({
  call: text(64).optional(),
  managerUUID: uuid.optional(),
  kind: objectKind.optional(),
  /** The id of a changed object. */
  object: text(64).optional(),
  ...place,
  from: timestamp.optional(),
  to: timestamp.optional(),
});
const operationsInput = pageInput(['at']).extend(operationFilters.shape);

export const accountCalls = {
  getCompany: defineCall({
    method: 'GET',
    path: '/account/company',
    access: 'signedIn',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The company behind the account',
    input: z.object({}),
    output: company,
  }),
  updateCompany: defineCall({
    method: 'POST',
    path: '/account/company',
    access: 'account_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Change the company behind the account',
    input: companyInput,
    output: z.null(),
  }),
  setUpAccount: defineCall({
    method: 'POST',
    path: '/account/setUp',
    access: 'account_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Name the company and make its first organization and site, all or nothing',
    input: setUpInput,
    output: z.object({ enterpriseUUID: uuid, siteUUID: uuid }),
  }),
  removeDemo: defineCall({
    method: 'DELETE',
    path: '/account/demo',
    access: 'account_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Remove the demo account and all its data from this installation',
    input: z.object({}),
    output: z.null(),
  }),
  resetDemo: defineCall({
    method: 'POST',
    path: '/account/demo/reset',
    access: 'account_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Delete the data of the demo account and create its initial content again',
    input: z.object({}),
    output: z.null(),
  }),
  getUsage: defineCall({
    method: 'GET',
    path: '/account/usage',
    access: 'account_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'What the account uses of each quota, and the limits',
    input: z.object({}),
    output: z.array(usage),
  }),
  getQuotas: defineCall({
    method: 'GET',
    path: '/account/quotas',
    access: 'signedIn',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'The limit of each quota',
    input: z.object({}),
    output: quotaLimits,
  }),
  getSenders: defineCall({
    method: 'GET',
    path: '/server/senders',
    access: 'account_manage',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'How the console sends mail and SMS; details for those who administer the console',
    input: z.object({}),
    output: z.array(sender),
  }),
  testSender: defineCall({
    method: 'POST',
    path: '/server/testSender',
    access: 'account_manage',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Send a test mail or SMS to oneself, and get the answer of the mail server or gateway',
    input: z.object({ channel: senderChannel }),
    output: senderTest,
  }),
  listOperations: defineCall({
    method: 'GET',
    path: '/account/operations',
    access: 'operation_log',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Who did what, when and from where',
    input: operationsInput,
    output: pageOf(operationLogRow),
  }),
  exportOperations: defineExportCall({
    path: '/account/operations/export',
    access: 'operation_log',
    summary: 'The operation log as a file, in the language asked for',
    input: operationFilters.extend({
      search: operationsInput.shape.search,
      format: exportFormat,
    }),
  }),
};
