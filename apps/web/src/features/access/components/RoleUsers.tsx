import type { Role } from '@airloom/contract/access/access.model';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';

/** The number of people with a role, as a link to them. */
export function RoleUsers({ role }: { role: Pick<Role, 'roleUUID' | 'userCount'> }) {
  const format = useFormat();
  const seesPeople = useHolds('subaccount_manage');
  const count = format.number(role.userCount);
  if (!seesPeople || role.userCount === 0) return <>{count}</>;
  return <CellLink to={`/topnav/subaccount?roleUUID=${role.roleUUID}`}>{count}</CellLink>;
}
