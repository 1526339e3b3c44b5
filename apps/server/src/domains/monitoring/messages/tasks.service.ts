import type { CommandBatch } from '@airloom/contract/commands/commands.model';
import type { Campaign } from '@airloom/contract/firmware/firmware.model';
import type { Task } from '@airloom/contract/messages/messages.model';
import type { Page } from '@airloom/contract/paging';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { may, type Scope } from '../../../platform/scope.ts';
import { sheetWorkOf } from '../../../platform/sheets/sheet-work.ts';
import { listBatches } from '../../network/commands/index.ts';
import { listCampaigns } from '../../network/firmware/index.ts';
import { findSheets } from './tasks.repository.ts';
import { taskOfCampaign, taskOfCommands, taskOfSheet, taskOfWork } from './tasks.ts';

const LATELY_MS = 24 * 60 * 60 * 1000;
/** Per kind: the pages of each kind show the rest. */
const AT_MOST = 50;
const NEWEST = { page: 1, size: AT_MOST, search: '' };

/** Running tasks and those that ended within a day; running first, then newest first. */
export function listTasks({ database, now }: Platform, scope: Scope): Promise<Task[]> {
  const at = now();
  const since = new Date(at.getTime() - LATELY_MS);
  const seesDevices = may(scope, 'device_manage');
  return database.withTenant(scope, async (tx) => {
    const before = sheetWorkOf(scope);
    const [batches, campaigns, sheets] = await Promise.all([
      seesDevices ? findCommandBatches(tx, scope) : [],
      seesDevices ? findCampaigns(tx, scope) : [],
      findSheets(tx, scope, since, AT_MOST),
    ]);
    // Work that began or ended during the queries counts as running.
    const running = new Map([...before, ...sheetWorkOf(scope)].map((work) => [work.id, work]));
    const tasks = [
      ...batches.map(taskOfCommands),
      ...campaigns.map(taskOfCampaign),
      ...[...running.values()].map(taskOfWork),
      ...sheets.filter(({ id }) => !running.has(id)).map(taskOfSheet),
    ];
    return tasks.filter(({ endedAt }) => endedAt === null || endedAt >= since.toISOString()).toSorted(byTime);
  });
}

function byTime(one: Task, other: Task): number {
  const running = Number(other.endedAt === null) - Number(one.endedAt === null);
  return running === 0 ? Date.parse(other.startedAt) - Date.parse(one.startedAt) : running;
}

/** Commands of the console itself, such as the first configuration of a device, are shown while they run. */
async function findCommandBatches(tx: Transaction, scope: Scope): Promise<CommandBatch[]> {
  const pages = await Promise.all([
    listBatches(tx, scope, { ...NEWEST, outcome: 'sending' }),
    listBatches(tx, scope, NEWEST),
  ]);
  return together(pages, ({ cfgUUID }) => cfgUUID).filter(
    ({ endedAt, createdBy }) => endedAt === null || createdBy !== '',
  );
}

/** A scheduled campaign is not a running task. */
async function findCampaigns(tx: Transaction, scope: Scope): Promise<Campaign[]> {
  const pages = await Promise.all([
    listCampaigns(tx, scope, { ...NEWEST, state: 'running' }),
    listCampaigns(tx, scope, { ...NEWEST, state: 'paused' }),
    listCampaigns(tx, scope, NEWEST),
  ]);
  return together(pages, ({ campaignUUID }) => campaignUUID).filter(({ state }) => state !== 'scheduled');
}

function together<T>(pages: readonly Page<T>[], idOf: (row: T) => string): T[] {
  const rows = pages.flatMap((page) => page.rows);
  return [...new Map(rows.map((row) => [idOf(row), row])).values()];
}
