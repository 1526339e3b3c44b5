import type { CommandBatch } from '@airloom/contract/commands/commands.model';
import type { Campaign } from '@airloom/contract/firmware/firmware.model';
import type { Task } from '@airloom/contract/messages/messages.model';
import { PATHS } from '../../platform/http/paths.ts';
import type { SheetWork } from '../../platform/sheets/sheet-work.ts';
import type { ImportRow, SheetRow } from './tasks.repository.ts';

interface Counts {
  readonly endedAt: string | null;
  readonly total: number;
  readonly succeeded: number;
}

/** What was cancelled was not done either. */
export function stateOf({ endedAt, total, succeeded }: Counts): Task['state'] {
  if (endedAt === null) return 'running';
  if (succeeded === total) return 'done';
  return succeeded === 0 ? 'failed' : 'partly';
}

export function taskOfOrder(batch: CommandBatch): Task {
  return {
    taskUUID: batch.cfgUUID,
    kind: 'order',
    name: batch.command,
    state: stateOf(batch),
    done: batch.succeeded,
    failed: batch.failed,
    total: batch.total,
    startedAt: batch.createdAt,
    endedAt: batch.endedAt,
    startedBy: batch.createdBy,
    fileUrl: null,
    link: '',
  };
}

export function taskOfCampaign(campaign: Campaign): Task {
  return {
    taskUUID: campaign.campaignUUID,
    kind: 'campaign',
    name: campaign.name,
    state: stateOf(campaign),
    done: campaign.succeeded,
    failed: campaign.failed,
    total: campaign.total,
    startedAt: campaign.startAt ?? campaign.createdAt,
    endedAt: campaign.endedAt,
    startedBy: campaign.createdBy,
    fileUrl: null,
    link: campaignPage(campaign.campaignUUID),
  };
}

export function campaignPage(id: string): string {
  return `/device/firmware?tab=campaigns&campaign=${id}`;
}

function taskOfSheet({ id, call, by, at }: SheetRow) {
  const moment = at.toISOString();
  return {
    taskUUID: id,
    name: call,
    state: 'done',
    failed: 0,
    total: null,
    startedAt: moment,
    endedAt: moment,
    startedBy: by,
  } as const;
}

export function taskOfExport(row: SheetRow): Task {
  return { ...taskOfSheet(row), kind: 'export', done: 0, fileUrl: filePage(row.id), link: '' };
}

/** A file that is being written or read while the page that asked for it waits. */
export function taskOfWork({ id, kind, call, by, startedAt, done, total }: SheetWork): Task {
  return {
    taskUUID: id,
    kind,
    name: call,
    state: 'running',
    done,
    failed: 0,
    total,
    startedAt: startedAt.toISOString(),
    endedAt: null,
    startedBy: by,
    fileUrl: null,
    link: '',
  };
}

export function filePage(id: string): string {
  return `${PATHS.files}/${id}`;
}

export function taskOfImport(row: ImportRow): Task {
  return { ...taskOfSheet(row), kind: 'import', done: row.devices, fileUrl: null, link: IMPORTED_PAGE };
}

export const IMPORTED_PAGE = '/device/all';
