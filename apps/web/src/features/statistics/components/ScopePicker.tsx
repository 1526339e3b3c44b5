import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import './statistics.css';
import type { StatisticsRequest } from './use-statistics-request.ts';

export function ScopePicker({ request }: { request: StatisticsRequest }) {
  const { t } = useTranslation();
  return (
    <Select
      className="statistics-scope"
      aria-label={t('statistics.scope.label')}
      showSearch={CHOICE_SEARCH}
      options={request.scopes.map(({ value, label, within }) => ({
        value,
        label: within === undefined ? label : `${label} · ${within}`,
      }))}
      value={request.scope}
      onChange={request.setScope}
    />
  );
}
