import type { SubAccount } from '@airloom/contract/access/access.model';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../../shared/access/role-name.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { DateTime, TimeAgo } from '../../../shared/ui/Times.tsx';
import { Contact } from './Contact.tsx';
import { PersonStatus } from './PersonStatus.tsx';
import { ReachNames } from './ReachNames.tsx';

interface PersonDrawerProps {
  person: SubAccount;
  actions: readonly Action[];
  onClose(): void;
}

export function PersonDrawer({ person, actions, onClose }: PersonDrawerProps) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const { reach, reachNames } = person;
  const blocked = actions.find((action) => action.blocked !== undefined)?.blocked;
  return (
    <DetailDrawer
      title={person.userName}
      actions={blocked === undefined ? actions : []}
      onClose={onClose}
      facts={[
        { label: 'access.person.status', value: <PersonStatus person={person} /> },
        { label: 'access.person.nickname', value: person.nickname },
        { label: 'access.person.alias', value: person.alias },
        {
          label: 'access.person.contact',
          value: person.email || person.phone ? <Contact person={person} /> : '',
        },
        { label: 'access.person.role', value: roleName(person.roleKey, person.roleName) },
        {
          label: 'access.reach.title',
          value: (
            <ReachNames
              all={reach.all}
              names={reachNames}
              total={reach.enterpriseUUIDs.length + reach.siteUUIDs.length}
            />
          ),
        },
        {
          label: 'access.person.lastSeen',
          value: person.lastSeenAt ? <TimeAgo at={person.lastSeenAt} /> : t('access.person.never'),
        },
        { label: 'access.person.since', value: <DateTime at={person.createdAt} /> },
      ]}
    >
      {blocked && <p className="access-quiet">{blocked}</p>}
    </DetailDrawer>
  );
}
