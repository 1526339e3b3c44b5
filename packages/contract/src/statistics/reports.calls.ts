import { z } from 'zod';
import { defineCall } from '../call.ts';
import { timestamp, uuid } from '../fields.ts';
import { reportInput } from './statistics.rules.ts';

export const report = z.object({
  reportUUID: uuid,
  ...reportInput.shape,
  timeZone: z.string(),
  /** Name of the place. */
  placeName: z.string(),
  nextAt: timestamp.nullable(),
  lastAt: timestamp.nullable(),
  /** Error of the last delivery; empty if it succeeded. */
  lastError: z.string(),
});
export type ScheduledReport = z.infer<typeof report>;

export const reportCalls = {
  listReports: defineCall({
    method: 'GET',
    path: '/statistics/reports',
    access: 'statistics',
    effect: 'read',
    apiKeys: true,
    demo: true,
    summary: 'Reports that are sent by themselves',
    input: z.object({}),
    output: z.array(report),
  }),
  createReport: defineCall({
    method: 'POST',
    path: '/statistics/createReport',
    access: 'statistics',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Send a report by mail regularly',
    input: reportInput,
    output: z.object({ reportUUID: uuid }),
  }),
  updateReport: defineCall({
    method: 'POST',
    path: '/statistics/updateReport',
    access: 'statistics',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Change what is sent to whom and when',
    input: z.object({ reportUUID: uuid, report: reportInput }),
    output: z.null(),
  }),
  deleteReport: defineCall({
    method: 'DELETE',
    path: '/statistics/deleteReport',
    access: 'statistics',
    effect: 'write',
    apiKeys: true,
    demo: false,
    summary: 'Send it no longer',
    input: z.object({ reportUUID: uuid }),
    output: z.null(),
  }),
  sendReport: defineCall({
    method: 'POST',
    path: '/statistics/sendReport',
    access: 'statistics',
    effect: 'write',
    apiKeys: false,
    demo: false,
    summary: 'Send it now, beside its rhythm',
    input: z.object({ reportUUID: uuid }),
    output: z.null(),
  }),
};
