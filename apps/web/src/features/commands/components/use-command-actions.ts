import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { COMMAND_ICONS } from '../../../shared/devices/command-names.ts';
import type { CommandActions, CommandDevice } from '../../../shared/devices/device-commands.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import {
  type Block,
  blockOfAll,
  countBlocked,
  SENDABLE_COMMANDS,
  type SendableCommand,
} from '../command-kinds.ts';
import { useCommandStore } from '../command-store.ts';
import { useSend } from './use-send.ts';

/** Commands that need more than a confirmation. */
const PREPARED: ReadonlySet<SendableCommand> = new Set(['locate', 'trace', 'script', 'factoryReset']);

/** Actions for commands, for rows, selected rows and the device page. */
export function useCommandActions(): CommandActions {
  const { t } = useTranslation();
  const send = useSend();
  const maySendScripts = useHolds('device_script:operate');

  return useMemo(() => {
    const commands = SENDABLE_COMMANDS.filter((command) => command !== 'script' || maySendScripts);
    const blocks: Record<Block, string> = {
      offlineNotRebooted: t('command-pages.blocked.offlineNotRebooted'),
      offlineNotReonlined: t('command-pages.blocked.offlineNotReonlined'),
      offline: t('command-pages.blocked.offline'),
      neverConnected: t('command-pages.blocked.neverConnected'),
      unsupported: t('command-pages.blocked.unsupported'),
      underController: t('command-pages.blocked.underController'),
      upgrading: t('command-pages.blocked.upgrading'),
    };

    function confirmationText(command: SendableCommand, devices: readonly CommandDevice[]): string {
      const left = countBlocked(devices, command);
      const said =
        command === 'reboot'
          ? t('command-pages.confirm.rebootText')
          : t('command-pages.confirm.reonlineText');
      return left === 0 ? said : `${said} ${t('command-pages.confirm.leftOut', { count: left })}`;
    }

    async function confirmed(command: SendableCommand, devices: readonly CommandDevice[]): Promise<boolean> {
      if (command !== 'reboot' && command !== 'reonline') return true;
      const names = { name: devices[0]?.name ?? '', count: devices.length };
      const many = devices.length > 1;
      const titles = {
        reboot: many
          ? t('command-pages.confirm.rebootMany', names)
          : t('command-pages.confirm.reboot', names),
        reonline: many
          ? t('command-pages.confirm.reonlineMany', names)
          : t('command-pages.confirm.reonline', names),
      };
      return confirm({
        title: titles[command],
        text: confirmationText(command, devices),
        action: t(`commands.command.${command}`),
      });
    }

    async function sendOrPrepare(
      command: SendableCommand,
      devices: readonly CommandDevice[],
      done?: () => void,
    ): Promise<void> {
      switch (command) {
        case 'wifiScan':
          return send({ devices, done }, { name: command, bands: [] });
        case 'locate':
        case 'trace':
        case 'script':
        case 'factoryReset':
          useCommandStore.setState({ prepared: { command, devices, done } });
          return;
        default:
          if (await confirmed(command, devices)) await send({ devices, done }, { name: command });
      }
    }

    return (devices, done) => [
      ...commands.map((command): Action => {
        const block = blockOfAll(devices, command);
        return {
          id: command,
          label: `${t(`commands.command.${command}`)}${PREPARED.has(command) ? '…' : ''}`,
          icon: COMMAND_ICONS[command],
          danger: command === 'factoryReset',
          needs: 'device_manage:operate',
          blocked: block === null ? undefined : blocks[block],
          run: () => void ignoreCallFailure(sendOrPrepare(command, devices, done)),
        };
      }),
      {
        id: 'scheduleCommand',
        label: t('command-pages.schedule.action'),
        icon: 'clock',
        needs: 'device_manage:operate',
        run: () => useCommandStore.setState({ scheduling: { devices, done } }),
      },
    ];
  }, [t, send, maySendScripts]);
}
