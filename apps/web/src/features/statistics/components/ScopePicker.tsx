import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import './statistics.css';
import type { Asked } from './use-statistics-request.ts';

export function ScopePicker({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  return (
    <Select
      className="statistics-scope"
      aria-label={t('statistics.scope.label')}
      showSearch={CHOICE_SEARCH}
      options={asked.scopes.map(({ value, label, within }) => ({
        value,
        label: within === undefined ? label : `${label} · ${within}`,
      }))}
      value={asked.scope}
      onChange={asked.setScope}
    />
  );
}
