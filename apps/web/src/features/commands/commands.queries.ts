import type { Call } from '@airloom/contract/call';
import { commandCalls } from '@airloom/contract/commands/commands.calls';
import type { CommandBatch } from '@airloom/contract/commands/commands.model';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../shared/api/use-call.ts';

/** Whatever an order shows up in. */
export const ORDER_CALLS: readonly Call[] = [
  commandCalls.getDeviceCftLogCount,
  commandCalls.getDeviceCftLog,
  commandCalls.getDeviceCftLogDetail,
  commandCalls.viewNoticeLog,
  commandCalls.listDeviceCommands,
];

/** Whoever sees how an order ended has looked at it. */
export function useMarkSeen(batch: CommandBatch | undefined): void {
  const { start } = useCommand(commandCalls.setDeviceCftLog, {
    refresh: [commandCalls.getDeviceCftLogCount, commandCalls.getDeviceCftLog, commandCalls.viewNoticeLog],
  });
  const unseen = batch !== undefined && batch.endedAt !== null && !batch.viewed ? batch.cfgUUID : null;
  useEffect(() => {
    if (unseen !== null) start({ cfgUUIDs: [unseen] });
  }, [unseen, start]);
}

/** To whom an order went: the one device by its name, or how many. */
export function useAddressee(): (batch: CommandBatch) => string {
  const { t } = useTranslation();
  return (batch) => batch.deviceName ?? t('command-pages.devices', { count: batch.total });
}
