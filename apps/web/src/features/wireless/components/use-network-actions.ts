import { settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import type { WirelessNetworkRow } from '@airloom/contract/wireless/wireless.model';
import { QrCode } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { changedNetwork, isNetwork } from '../network-form.ts';
import { hasCode, hasPassword } from '../wifi-qr.ts';
import { copyAddress, editAddress, overrideAddress } from '../wireless-pages.ts';
import { readSetting } from '../wireless-settings.ts';
import { useEditBlock } from './use-edit-block.ts';

type Row = WirelessNetworkRow;

/** What is shown of a network after a person asked for it. */
export interface Revealed {
  row: Row;
  /** Null: it has none. */
  password: string | null;
  as: 'text' | 'code';
}

interface ActionsOf {
  review(edit: SettingEdit): void;
  show(revealed: Revealed): void;
}

interface NetworkActions {
  ofOne(row: Row): readonly Action[];
  turn(row: Row, on: boolean): void;
}

export function useNetworkActions({ review, show }: ActionsOf): NetworkActions {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { siteUUID } = usePlace();
  const blockAt = useEditBlock('wirelessNetwork');
  const reveals = useHolds('network:operate');
  const revealing = useCommand(settingCalls.revealSecret);

  /** Null: somebody deleted it meanwhile. */
  async function change(row: Row, changes: { enabled: boolean } | null): Promise<void> {
    const of = { kind: 'wirelessNetwork', placeUUID: row.place.uuid } as const;
    const setting = await readSetting(of, row.networkUUID);
    if (setting && isNetwork(setting)) review(changedNetwork(setting, changes));
    else toast.error(t('wireless.gone'));
  }

  async function reveal(row: Row, as: Revealed['as']): Promise<void> {
    if (!hasPassword(row.encryption)) return show({ row, password: null, as });
    const sure = await confirm({
      title: t('wireless.reveal.title', { name: row.ssid }),
      text: t('wireless.reveal.text'),
      action: t('wireless.reveal.action'),
    });
    if (!sure) return;
    const { secret } = await revealing.run({ settingUUID: row.networkUUID, privateKey: null });
    show({ row, password: secret, as });
  }

  function overrideOf(row: Row): Action[] {
    if (row.place.level !== 'organization') return [];
    return [
      {
        id: 'overrideNetwork',
        label: siteUUID === undefined ? t('wireless.action.overrideAt') : t('wireless.action.overrideHere'),
        icon: 'site',
        blocked: blockAt('site'),
        run: () => void navigate(overrideAddress(row, siteUUID)),
      },
    ];
  }

  function secretsOf(row: Row): Action[] {
    const blocked = reveals ? undefined : t('wireless.blocked.reveal');
    return [
      {
        id: 'showPassword',
        label: t('wireless.action.showPassword'),
        icon: 'key',
        blocked: hasPassword(row.encryption) ? blocked : t('wireless.blocked.noPassword'),
        run: () => void ignoreCallFailure(reveal(row, 'text')),
      },
      {
        id: 'guestCode',
        label: t('wireless.action.guestCode'),
        icon: QrCode,
        blocked: hasCode(row.encryption) ? blocked : t('wireless.blocked.noCode'),
        run: () => void ignoreCallFailure(reveal(row, 'code')),
      },
    ];
  }

  return {
    turn: (row, enabled) => void ignoreCallFailure(change(row, { enabled })),
    ofOne(row) {
      const blocked = blockAt(row.place.level);
      return [
        {
          id: 'editNetwork',
          frequent: true,
          label: blocked === undefined ? t('wireless.action.edit') : t('wireless.action.view'),
          icon: 'edit',
          run: () => void navigate(editAddress(row)),
        },
        ...overrideOf(row),
        {
          id: 'copyNetwork',
          label: t('wireless.action.duplicate'),
          icon: 'copy',
          blocked: blockAt('site'),
          run: () => void navigate(copyAddress(row)),
        },
        ...secretsOf(row),
        {
          id: 'deleteNetwork',
          label: t('wireless.action.delete'),
          icon: 'delete',
          danger: true,
          blocked,
          run: () => void ignoreCallFailure(change(row, null)),
        },
      ];
    },
  };
}
