import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { NoticeSetting } from '@airloom/contract/notices/notices.model';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../shared/alarms/LevelTag.tsx';
import { callQuery } from '../../../shared/api/query-client.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { rowsOnPage } from '../rows-on-page.ts';
import { OnSwitch } from './OnSwitch.tsx';
import { useSettingActions } from './use-setting-actions.ts';
import { useSettingTexts } from './use-setting-texts.ts';
import { WebhookTroubles } from './WebhookTroubles.tsx';

const SettingDrawer = lazy(() => import('./SettingDrawer.tsx'));
const SettingView = lazy(() => import('./SettingView.tsx'));

interface Drawn {
  open(setting: NoticeSetting): void;
  turn(setting: NoticeSetting, on: boolean): void;
}

function useColumns({ open, turn }: Drawn): readonly Column<NoticeSetting>[] {
  const words = useSettingTexts();
  const operates = useHolds('alarm_index:operate');
  return [
    {
      key: 'name',
      title: 'notices-page.setting.name',
      render: (row) => <CellOpen onOpen={() => open(row)}>{row.name}</CellOpen>,
    },
    {
      key: 'enabled',
      status: true,
      title: 'notices-page.setting.enabled',
      render: (row) => (
        <OnSwitch name={row.name} on={row.enabled} mayTurn={operates} turn={(on) => turn(row, on)} />
      ),
    },
    {
      key: 'whom',
      title: 'notices-page.setting.whom',
      render: (row) => (
        <div className="notices-what table-lines">
          <Clipped text={words.whom(row)} />
          <WebhookTroubles setting={row} />
        </div>
      ),
    },
    {
      key: 'modes',
      title: 'notices-page.setting.modes',
      render: (row) => <Clipped text={words.how(row.modes)} />,
    },
    {
      key: 'levels',
      title: 'notices-page.setting.levels',
      render: (row) => (
        <span className="alarms-tags table-lines">
          {row.levels.map((level) => (
            <LevelTag key={level} level={level} />
          ))}
        </span>
      ),
    },
    {
      key: 'sites',
      title: 'notices-page.setting.where',
      render: (row) => <Clipped text={words.where(row)} />,
    },
    { key: 'when', title: 'notices-page.setting.when', render: (row) => <Clipped text={words.when(row)} /> },
    {
      key: 'updatedAt',
      title: 'notices-page.setting.updatedAt',
      extra: true,
      render: (row) => <DateTime at={row.updatedAt} />,
    },
  ];
}

interface SettingsTabProps {
  create: Action;
  making: { on: boolean; end(): void };
  toLog(): void;
}

/** Notification settings. The open setting is part of the address: `?setting=…`, `?new=setting`. */
export function SettingsTab({ create, making, toLog }: SettingsTabProps) {
  const { t } = useTranslation();
  const operates = useHolds('alarm_index:operate');
  const [opened, open] = useAddressValue('setting');
  const show = (setting: NoticeSetting): void => open(setting.settingUUID);
  const { ofOne, turn } = useSettingActions({ edit: show, toLog });
  const columns = useColumns({ open: show, turn });
  const table = useTable();
  const all = callQuery(noticeCalls.listNoticeSettings, {});
  const query = useQuery({ ...all, select: (rows) => rowsOnPage(rows, table, ({ name }) => [name]) });
  const { data: edited } = useQuery({
    ...all,
    select: (rows) => rows.find(({ settingUUID }) => settingUUID === opened),
  });
  return (
    <>
      <DataTable
        name="noticeSettings"
        label={t('notices-page.tab.settings')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.settingUUID}
        rowName={(row) => row.name}
        rowActions={ofOne}
        onOpen={show}
        empty={
          <EmptyState
            icon="people"
            title={t('notices-page.setting.empty')}
            text={t('notices-page.setting.emptyText')}
            action={create}
          />
        }
      />
      <Suspense>
        {edited && operates && (
          <SettingDrawer key={edited.settingUUID} setting={edited} onClose={() => open(null)} />
        )}
        {edited && !operates && <SettingView setting={edited} onClose={() => open(null)} />}
        {making.on && operates && <SettingDrawer setting={null} onClose={making.end} />}
      </Suspense>
    </>
  );
}
