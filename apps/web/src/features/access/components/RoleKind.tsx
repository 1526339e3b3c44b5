import type { Role } from '@airloom/contract/access/access.model';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

export function RoleKind({ role }: { role: Pick<Role, 'builtIn'> }) {
  const { t } = useTranslation();
  return role.builtIn ? <Tag>{t('access.role.builtIn')}</Tag> : <>{t('access.role.own')}</>;
}
