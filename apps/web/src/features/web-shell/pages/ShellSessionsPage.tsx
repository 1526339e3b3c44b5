import { webShellCalls } from '@airloom/contract/web-shell/web-shell.calls';
import type { ShellSessionRow } from '@airloom/contract/web-shell/web-shell.model';
import { Play } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { ChoiceMenu } from '../../../shared/form/ChoiceMenu.tsx';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { SHELL_REPLAY_PATH } from '../shell-path.ts';

const RecordingSettings = lazy(() => import('../components/RecordingSettings.tsx'));

/** Sessions begin and end without a live message. */
const AGAIN_MS = 10_000;
const FILTERS = ['state', 'deviceUUID'] as const;
const STATES = ['open', 'ended'] as const;
const ALL = 'all';

function useColumns(): readonly Column<ShellSessionRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(
    (): readonly Column<ShellSessionRow>[] => [
      {
        key: 'device',
        title: 'web-shell.list.device',
        render: ({ deviceUUID, deviceName, deviceKind, deviceDeleted }) =>
          deviceDeleted ? (
            <Clipped text={t('web-shell.list.deletedDevice', { name: deviceName })} />
          ) : (
            <CellLink to={devicePage({ deviceUUID, kind: deviceKind })}>{deviceName}</CellLink>
          ),
      },
      {
        key: 'person',
        title: 'web-shell.list.person',
        render: ({ userName }) => <Clipped text={userName} />,
      },
      {
        key: 'state',
        status: true,
        title: 'web-shell.list.state',
        render: ({ endedAt, end }) =>
          endedAt === null ? (
            <StatusDot tone="ok">{t('web-shell.list.openNow')}</StatusDot>
          ) : (
            <StatusDot tone="offline">
              {end === null ? t('web-shell.state.ended') : t(`web-shell.end.${end}`)}
            </StatusDot>
          ),
      },
      {
        key: 'openedAt',
        sort: 'openedAt',
        title: 'web-shell.list.openedAt',
        render: ({ openedAt }) => <DateTime at={openedAt} />,
      },
      {
        key: 'duration',
        title: 'web-shell.list.duration',
        render: ({ openedAt, endedAt }) =>
          endedAt === null ? '' : format.duration((Date.parse(endedAt) - Date.parse(openedAt)) / 1000),
      },
      {
        key: 'recording',
        title: 'web-shell.list.recording',
        render: ({ recorded }) => (recorded ? t('web-shell.list.recorded') : t('web-shell.list.notRecorded')),
      },
    ],
    [t, format],
  );
}

/** Who is connected to devices now, and who was. */
export default function ShellSessionsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const table = useTable({ filters: FILTERS });
  const state = STATES.find((one) => one === table.filter('state'));
  const deviceUUID = table.filter('deviceUUID');
  const query = useCall(
    webShellCalls.listShellSessions,
    { ...table.input, state, deviceUUID },
    { keepPrevious: true, every: AGAIN_MS },
  );
  const ending = useCommand(webShellCalls.endShell, { refresh: [webShellCalls.listShellSessions] });
  const [isSetting, setSetting] = useState(false);
  const columns = useColumns();

  async function end({ sessionUUID, userName }: ShellSessionRow): Promise<void> {
    const sure = await confirm({
      title: t('web-shell.list.endTitle', { name: userName }),
      text: t('web-shell.list.endText'),
      action: t('web-shell.list.end'),
      danger: true,
    });
    if (!sure) return;
    await ending.run({ sessionUUID });
    toast.success(t('web-shell.list.ended'));
  }

  function actionsOf(row: ShellSessionRow): Action[] {
    const { recordingUrl, endable, deviceName } = row;
    const recording = recordingUrl?.split('/').at(-1);
    const actions: Action[] = [];
    if (recording !== undefined) {
      const address = new URLSearchParams({ recording, device: deviceName });
      actions.push({
        id: 'replayShell',
        label: t('web-shell.list.replay'),
        icon: Play,
        frequent: true,
        run: () => void navigate(`${SHELL_REPLAY_PATH}?${address}`),
      });
    }
    if (endable) {
      actions.push({
        id: 'endShell',
        label: t('web-shell.list.end'),
        icon: 'disconnect',
        danger: true,
        run: () => void ignoreCallFailure(end(row)),
      });
    }
    return actions;
  }

  return (
    <>
      <PageHeader
        title={t('nav.shellSessions')}
        lead={t('web-shell.list.lead')}
        actions={[
          {
            id: 'shellRecordingSettings',
            label: t('web-shell.settings.title'),
            icon: 'settings',
            needs: 'account_manage:operate',
            run: () => setSetting(true),
          },
        ]}
      />
      <DataTable
        name="shellSessions"
        label={t('nav.shellSessions')}
        table={table}
        query={query}
        columns={columns}
        rowKey={({ sessionUUID }) => sessionUUID}
        rowName={({ deviceName }) => deviceName}
        rowActions={actionsOf}
        search
        filters={
          <>
            <ChoiceMenu<string>
              label={t('web-shell.list.state')}
              choices={[
                { value: ALL, label: t('web-shell.list.all') },
                { value: 'open', label: t('web-shell.list.onlyOpen') },
                { value: 'ended', label: t('web-shell.list.onlyEnded') },
              ]}
              value={state ?? ALL}
              onChange={(value) => table.setFilter('state', value === ALL ? undefined : value)}
            />
            {deviceUUID !== undefined && (
              <ChoiceMenu<string>
                label={t('web-shell.list.device')}
                choices={[
                  {
                    value: deviceUUID,
                    label: query.data?.rows[0]?.deviceName ?? t('web-shell.list.thisDevice'),
                  },
                  { value: ALL, label: t('web-shell.list.allDevices') },
                ]}
                value={deviceUUID}
                onChange={(value) => table.setFilter('deviceUUID', value === ALL ? undefined : value)}
              />
            )}
          </>
        }
        empty={<EmptyState icon="log" title={t('web-shell.list.empty')} />}
      />
      <Suspense>{isSetting && <RecordingSettings onClose={() => setSetting(false)} />}</Suspense>
    </>
  );
}
