import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '../session/session-store.ts';

/** Leads to the operation log of an object or a site, for people who may see it. */
export function OperationLogLink({ about }: { about: { object: string } | { at: string } }) {
  const { t } = useTranslation();
  if (!useHolds('operation_log')) return null;
  const query = new URLSearchParams({ tab: 'operation', ...about });
  return (
    <p>
      <Link to={`/alarm/logs?${query}`}>{t('logs.operation')}</Link>
    </p>
  );
}
