import type { CommandBatch } from '@airloom/contract/commands/commands.model';
import type { Campaign } from '@airloom/contract/firmware/firmware.model';
import type { Task } from '@airloom/contract/messages/messages.model';
import { PATHS } from '../../../platform/http/paths.ts';
import type { SheetWork } from '../../../platform/sheets/sheet-work.ts';
import type { SheetRow } from './tasks.repository.ts';

interface Counts {
  readonly endedAt: string | null;
  readonly total: number;
  readonly succeeded: number;
}

/** Cancelled items count as not succeeded. */
export function stateOf({ endedAt, total, succeeded }: Counts): Task['state'] {
  if (endedAt === null) return 'running';
  if (succeeded === total) return 'done';
  return succeeded === 0 ? 'failed' : 'partly';
}

export function taskOfCommands(batch: CommandBatch): Task {
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

/** A sheet without an end that does not run any more failed or was interrupted. */
export function taskOfSheet(row: SheetRow): Task {
  const { id, kind, call, by, startedAt, endedAt, done, refused, fileId } = row;
  const counts = { endedAt: (endedAt ?? startedAt).toISOString(), total: done + refused, succeeded: done };
  const isFailed = endedAt === null;
  return {
    taskUUID: id,
    kind,
    name: call,
    state: isFailed ? 'failed' : stateOf(counts),
    done,
    failed: refused,
    total: isFailed ? null : counts.total,
    startedAt: startedAt.toISOString(),
    endedAt: counts.endedAt,
    startedBy: by,
    fileUrl: fileId === null ? null : filePage(fileId),
    link: kind === 'import' ? IMPORTED_PAGE : '',
  };
}

/** A file that is being written or read by the current request. */
export function taskOfWork({ id, kind, scope, startedAt, done, total }: SheetWork): Task {
  return {
    taskUUID: id,
    kind,
    name: scope.origin.call,
    state: 'running',
    done,
    failed: 0,
    total,
    startedAt: startedAt.toISOString(),
    endedAt: null,
    startedBy: scope.userName,
    fileUrl: null,
    link: '',
  };
}

export function filePage(id: string): string {
  return `${PATHS.files}/${id}`;
}

export const IMPORTED_PAGE = '/device/all';
