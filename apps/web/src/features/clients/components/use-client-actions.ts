import { CLIENT_LIMITS } from '@airloom/contract/clients/clients.limits';
import { onlineCalls } from '@airloom/contract/clients/online.calls';
import type { OnlineTerminal } from '@airloom/contract/clients/online.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { TERMINAL_CALLS } from '../clients.queries.ts';

const NEEDS = 'authuserOnline_view:operate';
const BAN_MINUTES = CLIENT_LIMITS.banMaxSeconds / 60;
const nothing = (): void => undefined;

export interface ActionTarget extends Pick<OnlineTerminal, 'mac' | 'name' | 'isBlocked'> {
  /** Null for a wired client; undefined when it is offline. */
  band?: OnlineTerminal['band'];
  isOnline: boolean;
}

/** Clients to block, until a duration is chosen. */
export interface Blocking {
  terminals: readonly ActionTarget[];
  done(): void;
}

/** Actions for clients, for a row, a page or a selection. */
export function useTerminalActions(
  askHowLong: (blocking: Blocking) => void,
): (terminals: readonly ActionTarget[], done?: () => void) => Action[] {
  const { t } = useTranslation();
  const disconnecting = useCommand(onlineCalls.disconnectTerminals, { refresh: TERMINAL_CALLS });
  const unblocking = useCommand(onlineCalls.unblockTerminal, { refresh: TERMINAL_CALLS });
  const { selectionMax: maximum } = CLIENT_LIMITS;

  async function disconnect(terminals: readonly ActionTarget[], done: () => void): Promise<void> {
    const [first] = terminals;
    const sure = await confirm({
      title:
        first !== undefined && terminals.length === 1
          ? t('terminal-pages.disconnect.titleOf', { name: first.name || displayMac(first.mac) })
          : t('terminal-pages.disconnect.title', { count: terminals.length }),
      text: t('terminal-pages.disconnect.text'),
      action: t('terminal-pages.disconnect.action'),
      danger: true,
    });
    if (!sure) return;
    const { sent, refused } = await disconnecting.run({ macs: terminals.map(({ mac }) => mac) });
    done();
    if (sent > 0) toast.success(t('terminal-pages.disconnect.done', { count: sent }));
    if (refused > 0) toast.warning(t('terminal-pages.disconnect.refused', { count: refused }));
  }

  async function unblock(terminals: readonly ActionTarget[], done: () => void): Promise<void> {
    await unblocking.run({ macs: terminals.map(({ mac }) => mac) });
    done();
    toast.success(t('terminal-pages.block.undone', { count: terminals.length, minutes: BAN_MINUTES }));
  }

  return (terminals, done = nothing) => {
    const tooMany = terminals.length > maximum ? t('terminal-pages.tooMany', { maximum }) : undefined;
    const there = terminals.filter(({ isOnline }) => isOnline);
    const wired = there.length > 0 && there.every(({ band }) => band === null);
    const atPort = wired ? t('terminal-pages.atPort') : undefined;
    const blocked = terminals.filter(({ isBlocked }) => isBlocked);
    const free = terminals.filter(({ isBlocked }) => !isBlocked);
    const actions: Action[] = [];
    if (there.length > 0) {
      actions.push({
        id: 'disconnectTerminals',
        label: t('terminal-pages.disconnect.action'),
        icon: 'disconnect',
        needs: NEEDS,
        blocked: tooMany ?? atPort,
        run: () => void ignoreCallFailure(disconnect(there, done)),
      });
    }
    if (free.length > 0) {
      actions.push({
        id: 'blockTerminals',
        label: t('terminal-pages.block.action'),
        icon: 'block',
        danger: true,
        needs: NEEDS,
        blocked: tooMany ?? atPort,
        run: () => askHowLong({ terminals: free, done }),
      });
    }
    if (blocked.length > 0) {
      actions.push({
        id: 'unblockTerminals',
        label: t('terminal-pages.block.undo'),
        icon: 'restore',
        needs: NEEDS,
        blocked: tooMany,
        run: () => void ignoreCallFailure(unblock(blocked, done)),
      });
    }
    return actions;
  };
}
