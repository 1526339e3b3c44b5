import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { AlarmRule } from '@airloom/contract/alarms/alarms.model';
import { alarmType } from '@airloom/contract/alarms/alarms.types';
import { Switch } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../shared/alarms/LevelTag.tsx';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { useCall } from '../../../shared/api/use-call.ts';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { CellLink, CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { ALL_ALARMS } from '../alarms.feature.ts';
import { allOff, useAllRules } from '../alarms.queries.ts';
import { useRuleActions } from './use-rule-actions.ts';

const RuleDrawer = lazy(() => import('./RuleDrawer.tsx'));
const RuleView = lazy(() => import('./RuleView.tsx'));

function Levels({ rule }: { rule: AlarmRule }) {
  const words = useAlarmWords();
  const { unit } = alarmType(rule.type);
  return (
    <span className="alarms-tags table-lines">
      {rule.levels.map(({ level, threshold }) => (
        <LevelTag
          key={level}
          level={level}
          value={unit === null || threshold === null ? undefined : words.amount(unit, threshold)}
        />
      ))}
    </span>
  );
}

interface Drawn {
  open(rule: AlarmRule): void;
  turn(rule: AlarmRule, on: boolean): void;
}

function useColumns({ open, turn }: Drawn): readonly Column<AlarmRule>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useAlarmWords();
  const kinds = useKindNames();
  const operates = useHolds('alarm_rule:operate');
  const nameOf = (rule: AlarmRule) => words.rule(rule.name, rule.shipped);
  const whereOf = ({ sites, kinds: wanted }: AlarmRule): string =>
    [
      sites.length === 0 ? t('alarms.page.rule.everywhere') : format.list(sites.map(({ name }) => name)),
      ...(wanted.length === 0 ? [] : [format.list(wanted.map((kind) => kinds[kind]))]),
    ].join(' · ');
  return [
    {
      key: 'name',
      title: 'alarms.page.rule.name',
      sort: 'name',
      render: (row) => (
        <div className="alarms-named table-lines">
          <CellOpen onOpen={() => open(row)}>{nameOf(row)}</CellOpen>
          {nameOf(row) !== words.type(row.type) && <span>{words.type(row.type)}</span>}
        </div>
      ),
    },
    {
      key: 'enabled',
      status: true,
      title: 'alarms.page.rule.enabled',
      render: (row) =>
        operates ? (
          <Switch
            size="small"
            aria-label={t('alarms.page.rule.switch', { name: nameOf(row) })}
            checked={row.enabled}
            onChange={(on) => turn(row, on)}
          />
        ) : (
          <StatusDot tone={row.enabled ? 'ok' : 'offline'}>
            {row.enabled ? t('alarms.page.rule.on') : t('alarms.page.rule.off')}
          </StatusDot>
        ),
    },
    {
      key: 'openAlarms',
      title: 'alarms.page.rule.openAlarms',
      align: 'end',
      render: (row) =>
        row.openAlarms === 0 ? (
          format.number(0)
        ) : (
          <CellLink to={`${ALL_ALARMS}?type=${row.type}`}>{format.number(row.openAlarms)}</CellLink>
        ),
    },
    {
      key: 'type',
      title: 'alarms.column.type',
      sort: 'type',
      extra: true,
      render: (row) => <Clipped text={words.type(row.type)} />,
    },
    { key: 'levels', title: 'alarms.page.rule.levels', render: (row) => <Levels rule={row} /> },
    {
      key: 'hold',
      title: 'alarms.page.rule.hold',
      render: (row) => row.holdMinutes > 0 && words.amount('minutes', row.holdMinutes),
    },
    {
      key: 'sites',
      title: 'alarms.page.rule.where',
      render: (row) => <Clipped text={whereOf(row)} />,
    },
    {
      key: 'updatedAt',
      title: 'alarms.page.rule.updatedAt',
      sort: 'updatedAt',
      extra: true,
      render: (row) => <DateTime at={row.updatedAt} />,
    },
  ];
}

/** Alarm rules. The open rule is part of the address: `?rule=…`, `?new=rule`. */
export function RulesTab({ create, making }: { create: Action; making: { on: boolean; end(): void } }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const operates = useHolds('alarm_rule:operate');
  const [opened, open] = useAddressValue('rule');
  const { ofOne, turn } = useRuleActions((rule) => open(rule.ruleUUID));
  const show = (rule: AlarmRule): void => open(rule.ruleUUID);
  const columns = useColumns({ open: show, turn });
  const table = useTable();
  const query = useCall(alarmCalls.listAlarmRules, table.input, { keepPrevious: true });
  const { rules } = useAllRules(true);
  const edited = rules.find(({ ruleUUID }) => ruleUUID === opened);
  return (
    <>
      {allOff(rules) && (
        <output className="alarms-warning">
          <Icon name="warning" />
          {t('alarms.page.rule.allOff')}
        </output>
      )}
      <DataTable
        name="alarmRules"
        label={t('alarms.page.tab.rules')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(row) => row.ruleUUID}
        rowName={(row) => words.rule(row.name, row.shipped)}
        rowActions={ofOne}
        onOpen={show}
        empty={
          <EmptyState
            icon="bell"
            title={t('alarms.page.rule.empty')}
            text={t('alarms.page.rule.emptyText')}
            action={create}
          />
        }
      />
      <Suspense>
        {edited && operates && <RuleDrawer key={edited.ruleUUID} rule={edited} onClose={() => open(null)} />}
        {edited && !operates && <RuleView rule={edited} onClose={() => open(null)} />}
        {making.on && operates && <RuleDrawer rule={null} onClose={making.end} />}
      </Suspense>
    </>
  );
}
