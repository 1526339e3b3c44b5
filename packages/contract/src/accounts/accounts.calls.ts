import { z } from 'zod';
import { defineCall } from '../call.ts';
import { text, timestamp, uuid } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { company, companyInput, operationLogRow } from './accounts.model.ts';

export const accountCalls = {
  getCompany: defineCall({
    method: 'GET',
    path: '/account/company',
    access: 'signedIn',
    effect: 'read',
    summary: 'The company behind the account',
    input: z.object({}),
    output: company,
  }),
  updateCompany: defineCall({
    method: 'POST',
    path: '/account/company',
    access: 'account_manage',
    effect: 'write',
    summary: 'Change the company behind the account',
    input: companyInput,
    output: z.null(),
  }),
  removeDemo: defineCall({
    method: 'DELETE',
    path: '/account/demo',
    access: 'account_manage',
    effect: 'write',
    summary: 'Remove the demo account and all its data from this installation',
    input: z.object({}),
    output: z.null(),
  }),
  listOperations: defineCall({
    method: 'GET',
    path: '/account/operations',
    access: 'operation_log',
    effect: 'read',
    summary: 'Who did what, when and from where',
    input: pageInput(['at']).extend({
      call: text(64).optional(),
      managerUUID: uuid.optional(),
      from: timestamp.optional(),
      to: timestamp.optional(),
    }),
    output: pageOf(operationLogRow),
  }),
};
