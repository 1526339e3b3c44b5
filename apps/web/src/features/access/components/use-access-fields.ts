import type { Role } from '@airloom/contract/access/access.model';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../../shared/access/role-name.ts';
import { selectInput } from '../../../shared/form/rich-inputs.tsx';
import { reachOfRole } from './ReachChooser.tsx';
import { REACH_TEXTS } from './reach-texts.ts';
import { roleAbout } from './role-about.ts';

/** The form fields for a role and its reach. */
export function useAccessFields(offered: readonly Role[], role: Role | undefined) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  return [
    {
      name: 'roleUUID',
      label: 'access.person.role',
      ...(role ? { hint: REACH_TEXTS[role.reach] } : {}),
      input: selectInput({
        placeholder: t('access.invite.rolePlaceholder'),
        choices: offered.map((one) => {
          const about = roleAbout(one.key);
          const label = roleName(one.key, one.name);
          return { value: one.roleUUID, label, ...(about ? { about: t(about) } : {}) };
        }),
      }),
    },
    {
      name: 'reach',
      label: 'access.reach.title',
      group: true,
      when: () => role !== undefined,
      input: reachOfRole(role),
    },
  ] as const;
}
