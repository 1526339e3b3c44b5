import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { COMMAND_ICONS } from '../../../shared/devices/command-names.ts';
import type { ActionDevice, OfferedActions } from '../../../shared/devices/offered-actions.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { useCommandStore } from '../command-store.ts';
import { type Block, blockOfAll, countBlocked, ORDERS, type OrderName } from '../orders.ts';
import { useSend } from './use-send.ts';

/** These ask for more than a yes. */
const PREPARED: ReadonlySet<OrderName> = new Set(['locate', 'trace', 'script', 'factoryReset']);

/** The one definition of what devices can be told, for rows, chosen rows and a device's own page. */
export function useCommandActions(): OfferedActions {
  const { t } = useTranslation();
  const send = useSend();
  const maySendScripts = useHolds('device_script:operate');

  return useMemo(() => {
    const orders = ORDERS.filter((order) => order !== 'script' || maySendScripts);
    const blocks: Record<Block, string> = {
      offlineNotRebooted: t('command-pages.blocked.offlineNotRebooted'),
      offlineNotReonlined: t('command-pages.blocked.offlineNotReonlined'),
      offline: t('command-pages.blocked.offline'),
      unsupported: t('command-pages.blocked.unsupported'),
      underController: t('command-pages.blocked.underController'),
      upgrading: t('command-pages.blocked.upgrading'),
    };

    function doubts(order: OrderName, devices: readonly ActionDevice[]): string {
      const left = countBlocked(devices, order);
      const said =
        order === 'reboot' ? t('command-pages.confirm.rebootText') : t('command-pages.confirm.reonlineText');
      return left === 0 ? said : `${said} ${t('command-pages.confirm.leftOut', { count: left })}`;
    }

    async function sure(order: OrderName, devices: readonly ActionDevice[]): Promise<boolean> {
      if (order !== 'reboot' && order !== 'reonline') return true;
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
        title: titles[order],
        text: doubts(order, devices),
        action: t(`commands.command.${order}`),
      });
    }

    async function give(
      order: OrderName,
      devices: readonly ActionDevice[],
      done?: () => void,
    ): Promise<void> {
      switch (order) {
        case 'wifiScan':
          return send({ devices, done }, { name: order, bands: [] });
        case 'locate':
        case 'trace':
        case 'script':
        case 'factoryReset':
          useCommandStore.setState({ prepared: { order, devices, done } });
          return;
        default:
          if (await sure(order, devices)) await send({ devices, done }, { name: order });
      }
    }

    return (devices, done) =>
      orders.map((order): Action => {
        const block = blockOfAll(devices, order);
        return {
          id: order,
          label: `${t(`commands.command.${order}`)}${PREPARED.has(order) ? '…' : ''}`,
          icon: COMMAND_ICONS[order],
          danger: order === 'factoryReset',
          needs: 'device_manage:operate',
          blocked: block === null ? undefined : blocks[block],
          run: () => void ignoreCallFailure(give(order, devices, done)),
        };
      });
  }, [t, send, maySendScripts]);
}
