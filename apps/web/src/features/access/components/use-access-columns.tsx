import type { Invitation, SubAccount } from '@airloom/contract/access/access.model';
import { useRoleName } from '../../../shared/access/role-name.ts';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import type { Column } from '../../../shared/table/DataTable.tsx';
import { ReachNames } from './ReachNames.tsx';

type Given = Pick<SubAccount & Invitation, 'roleKey' | 'roleName' | 'reachNames'>;

/** The role a person has or is offered, and its reach. */
export function useAccessColumns<Row extends Given>(
  extentOf: (row: Row) => { all: boolean; total: number },
): readonly Column<Row>[] {
  const roleName = useRoleName();
  return [
    {
      key: 'role',
      title: 'access.person.role',
      render: (row) => <Clipped text={roleName(row.roleKey, row.roleName)} />,
    },
    {
      key: 'reach',
      title: 'access.reach.title',
      render: (row) => <ReachNames {...extentOf(row)} names={row.reachNames} />,
    },
  ];
}
