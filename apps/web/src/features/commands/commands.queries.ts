import type { Call } from '@airloom/contract/call';
import { commandCalls } from '@airloom/contract/commands/commands.calls';
import type { CommandBatch } from '@airloom/contract/commands/commands.model';
import { scheduleCalls } from '@airloom/contract/commands/schedules.calls';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../shared/api/use-call.ts';

/** Calls whose results change with a command. */
export const COMMAND_CALLS: readonly Call[] = [
  commandCalls.getDeviceCftLogCount,
  commandCalls.getDeviceCftLog,
  commandCalls.getDeviceCftLogDetail,
  commandCalls.viewNoticeLog,
  commandCalls.listDeviceCommands,
  scheduleCalls.listCommandSchedules,
  scheduleCalls.viewCommandSchedule,
  scheduleCalls.listScheduledDevices,
];

/** Marks an ended batch as viewed. */
export function useMarkSeen(batch: CommandBatch | undefined): void {
  const { start } = useCommand(commandCalls.setDeviceCftLog, {
    refresh: [commandCalls.getDeviceCftLogCount, commandCalls.getDeviceCftLog, commandCalls.viewNoticeLog],
  });
  const unseen = batch !== undefined && batch.endedAt !== null && !batch.viewed ? batch.cfgUUID : null;
  useEffect(() => {
    if (unseen !== null) start({ cfgUUIDs: [unseen] });
  }, [unseen, start]);
}

/** The name of the only device of a batch, or the number of its devices. */
export function useAddressee(): (batch: CommandBatch) => string {
  const { t } = useTranslation();
  return (batch) => batch.deviceName ?? t('command-pages.devices', { count: batch.total });
}
