import { z } from 'zod';
import { defineCall } from '../call.ts';
import { timestamp } from '../fields.ts';
import { pageInput, pageOf } from '../paging.ts';
import { place } from '../place.ts';
import { timed } from '../telemetry/time-window.ts';
import {
  AVAILABILITY_SORTS,
  assetStatistics,
  COMPARED,
  COMPARED_SORTS,
  comparedRow,
  deviceAvailability,
  deviceStatistics,
  networkHealth,
  networkNow,
  networkStatistics,
  terminalStatistics,
  todos,
  topTerminal,
} from './statistics.model.ts';
import { statisticsPage } from './statistics.rules.ts';

const asFile = z.object({ url: z.string(), rows: z.number().int(), expiresAt: timestamp });

export const statisticsCalls = {
  networkNow: defineCall({
    method: 'GET',
    path: '/statistics/now',
    access: 'statistics',
    effect: 'read',
    summary: 'Clients and traffic now, and at the same time a week ago',
    input: z.object(place),
    output: networkNow,
  }),
  siteHealth: defineCall({
    method: 'GET',
    path: '/statistics/sites',
    access: 'statistics',
    effect: 'read',
    summary: 'How the sites one sees are, and where they stand',
    input: z.object(place),
    output: networkHealth,
  }),
  todos: defineCall({
    method: 'GET',
    path: '/statistics/todos',
    access: 'statistics',
    effect: 'read',
    summary: 'What waits for somebody',
    input: z.object(place),
    output: todos,
  }),
  networkStatistics: defineCall({
    method: 'GET',
    path: '/statistics/network',
    access: 'statistics',
    effect: 'read',
    summary: 'Traffic, clients and the air over a window of time',
    input: timed(place),
    output: networkStatistics,
  }),
  compareNetwork: defineCall({
    method: 'GET',
    path: '/statistics/compare',
    access: 'statistics',
    effect: 'read',
    summary: 'Sites, access points or networks side by side, the busiest first',
    input: timed({ ...place, ...pageInput(COMPARED_SORTS).shape, what: z.enum(COMPARED) }),
    output: pageOf(comparedRow),
  }),
  topTerminals: defineCall({
    method: 'GET',
    path: '/statistics/topTerminals',
    access: 'statistics',
    effect: 'read',
    summary: 'The clients with the most traffic',
    input: timed(place),
    output: z.array(topTerminal),
  }),
  deviceStatistics: defineCall({
    method: 'GET',
    path: '/statistics/device',
    access: 'statistics',
    effect: 'read',
    summary: 'How much of the time devices could be reached',
    input: timed(place),
    output: deviceStatistics,
  }),
  listAvailability: defineCall({
    method: 'GET',
    path: '/statistics/availability',
    access: 'statistics',
    effect: 'read',
    summary: 'The same for each device, the worst first',
    input: timed({ ...place, ...pageInput(AVAILABILITY_SORTS).shape }),
    output: pageOf(deviceAvailability),
  }),
  terminalStatistics: defineCall({
    method: 'GET',
    path: '/statistics/terminal',
    access: 'statistics',
    effect: 'read',
    summary: 'Which clients there were, of what kind and for how long',
    input: timed(place),
    output: terminalStatistics,
  }),
  assetStatistics: defineCall({
    method: 'GET',
    path: '/statistics/property',
    access: 'statistics',
    effect: 'read',
    summary: 'Devices by kind, model, version and site',
    input: z.object(place),
    output: assetStatistics,
  }),
  exportStatistics: defineCall({
    method: 'POST',
    path: '/statistics/export',
    access: 'statistics',
    effect: 'read',
    summary: 'The figures of a page as a file, in the language asked for',
    input: timed({ ...place, page: statisticsPage, format: z.enum(['csv', 'xlsx']) }),
    output: asFile,
  }),
};
