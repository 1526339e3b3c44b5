import { z } from 'zod';
import { defineCall } from '../call.ts';
import { uuid } from '../fields.ts';
import { savedView } from './views.model.ts';
import { tableName, viewInput } from './views.rules.ts';

export const viewCalls = {
  listSavedViews: defineCall({
    method: 'GET',
    path: '/view/list',
    access: 'signedIn',
    effect: 'read',
    apiKeys: false,
    demo: true,
    summary: 'The views one saved of a table',
    input: z.object({ table: tableName }),
    output: z.array(savedView),
  }),
  saveView: defineCall({
    method: 'POST',
    path: '/view/save',
    access: 'signedIn',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Keep the filters, sorting and columns of a table under a name',
    input: viewInput,
    output: z.object({ viewUUID: uuid }),
  }),
  deleteView: defineCall({
    method: 'DELETE',
    path: '/view/delete',
    access: 'signedIn',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Forget a saved view',
    input: z.object({ viewUUID: uuid }),
    output: z.null(),
  }),
};
