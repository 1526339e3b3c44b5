import type { SubAccount } from '@airloom/contract/access/access.model';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';

export function PersonStatus({ person }: { person: Pick<SubAccount, 'disabled'> }) {
  const { t } = useTranslation();
  return person.disabled ? (
    <StatusDot tone="offline">{t('access.person.disabled')}</StatusDot>
  ) : (
    <StatusDot tone="ok">{t('access.person.enabled')}</StatusDot>
  );
}
