import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { ClaimCode } from '@airloom/contract/devices/devices.model';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../../shared/api/use-call.ts';
import { useFormat } from '../../../../shared/i18n/use-format.ts';
import { Clipped } from '../../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../../shared/table/DataTable.tsx';
import { useTable } from '../../../../shared/table/use-table.ts';
import type { Action } from '../../../../shared/ui/actions/action.ts';
import { confirm } from '../../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { StatusDot } from '../../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../../shared/ui/Times.tsx';
import { useClock } from '../../../../shared/ui/use-clock.ts';

type CodeState = 'open' | 'usedUp' | 'expired' | 'revoked';

function stateOf(code: ClaimCode, now: number): CodeState {
  if (code.revokedAt !== null) return 'revoked';
  if (code.usesLeft === 0) return 'usedUp';
  return Date.parse(code.expiresAt) <= now ? 'expired' : 'open';
}

const TONES = { open: 'ok', usedUp: 'offline', expired: 'offline', revoked: 'error' } as const;

/** Existing codes; the codes themselves are not stored. */
export function ClaimCodesTab({ create }: { create: Action }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useClock();
  const table = useTable({ prefix: 'c.' });
  const { search: _, ...input } = table.input;
  const query = useCall(deviceCalls.listClaimCodes, input, { keepPrevious: true });
  const revoke = useCommand(deviceCalls.revokeClaimCode, { refresh: [deviceCalls.listClaimCodes] });
  const names = {
    open: t('devices-pages.codes.open'),
    usedUp: t('devices-pages.codes.usedUp'),
    expired: t('devices-pages.codes.expired'),
    revoked: t('devices-pages.codes.revoked'),
  };
  const placeOf = ({ siteUUID, siteName }: ClaimCode) =>
    siteUUID === null ? t('devices-pages.codes.noSite') : siteName;

  async function end(code: ClaimCode): Promise<void> {
    const sure = await confirm({
      title: t('devices-pages.codes.revokeTitle'),
      text: t('devices-pages.codes.revokeText'),
      action: t('devices-pages.codes.revoke'),
      danger: true,
    });
    if (!sure) return;
    await revoke.run({ claimCodeUUID: code.claimCodeUUID });
    toast.success(t('devices-pages.codes.revokedDone'));
  }

  const columns: readonly Column<ClaimCode>[] = [
    { key: 'site', title: 'devices.column.siteName', render: (code) => <Clipped text={placeOf(code)} /> },
    {
      key: 'state',
      status: true,
      title: 'devices.column.status',
      render: (code) => {
        const state = stateOf(code, now);
        return <StatusDot tone={TONES[state]}>{names[state]}</StatusDot>;
      },
    },
    {
      key: 'usesLeft',
      title: 'devices-pages.codes.usesLeft',
      align: 'end',
      render: (code) => format.number(code.usesLeft),
    },
    {
      key: 'expiresAt',
      title: 'devices-pages.codes.expiresAt',
      sort: 'expiresAt',
      render: (code) => <DateTime at={code.expiresAt} />,
    },
    {
      key: 'createdBy',
      title: 'devices-pages.codes.createdBy',
      render: (code) => <Clipped text={code.createdBy} />,
    },
    {
      key: 'createdAt',
      title: 'devices-pages.column.createdAt',
      sort: 'createdAt',
      render: (code) => <DateTime at={code.createdAt} />,
    },
  ];
  return (
    <DataTable
      name="claimCodes"
      label={t('devices-pages.codes.tab')}
      table={table}
      query={query}
      columns={columns}
      search={false}
      rowKey={(code) => code.claimCodeUUID}
      rowName={placeOf}
      rowActions={(code) =>
        stateOf(code, now) === 'open'
          ? [
              {
                id: 'revokeCode',
                label: t('devices-pages.codes.revoke'),
                icon: 'close',
                danger: true,
                needs: 'device_manage:operate',
                run: () => void ignoreCallFailure(end(code)),
              },
            ]
          : []
      }
      empty={
        <EmptyState
          icon="key"
          title={t('devices-pages.codes.empty')}
          text={t('devices-pages.codes.emptyText')}
          action={create}
        />
      }
    />
  );
}
