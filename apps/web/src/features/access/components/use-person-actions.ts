import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Role, SubAccount } from '@airloom/contract/access/access.model';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { PEOPLE_CALLS } from '../access.queries.ts';

interface Options {
  roles: readonly Role[];
  edit(person: SubAccount): void;
  onRemoved(person: SubAccount): void;
}

/** Actions on a person, for their row and their drawer alike. */
export function usePersonActions({ roles, edit, onRemoved }: Options): (person: SubAccount) => Action[] {
  const { t } = useTranslation();
  const setDisabled = useCommand(accessCalls.setSubAccountDisabled, { refresh: PEOPLE_CALLS });
  const removal = useCommand(accessCalls.removeSubAccount, { refresh: PEOPLE_CALLS });

  /** Not the current person, not the main account, nobody with more permissions. */
  function blockedFor(person: SubAccount): string | undefined {
    if (person.self) return t('access.person.blockedSelf');
    if (person.mainAccount) return t('access.person.blockedMain');
    const role = roles.find((candidate) => candidate.roleUUID === person.roleUUID);
    return role?.grantable === false ? t('access.person.blockedAbove') : undefined;
  }

  async function disable({ subAccountUUID, userName: name }: SubAccount): Promise<void> {
    const sure = await confirm({
      title: t('access.person.disableTitle', { name }),
      text: t('access.person.disableText'),
      action: t('access.person.disable'),
      danger: true,
    });
    if (!sure) return;
    await setDisabled.run({ subAccountUUID, disabled: true });
    toast.success(t('access.person.disabledDone', { name }));
  }

  async function enable({ subAccountUUID, userName: name }: SubAccount): Promise<void> {
    await setDisabled.run({ subAccountUUID, disabled: false });
    toast.success(t('access.person.enabledDone', { name }));
  }

  async function remove(person: SubAccount): Promise<void> {
    const { subAccountUUID, userName: name } = person;
    const contact = person.email || person.phone;
    const sure = await confirm({
      title: t('access.person.removeTitle', { name }),
      text:
        contact === ''
          ? t('access.person.removeTextPlain', { name })
          : t('access.person.removeText', { name, contact }),
      action: t('access.person.remove'),
      danger: true,
    });
    if (!sure) return;
    await removal.run({ subAccountUUID });
    onRemoved(person);
    toast.success(t('access.person.removed', { name }));
  }

  return (person) => {
    const shared = { needs: 'subaccount_manage:operate', blocked: blockedFor(person) } as const;
    const turn: Action = person.disabled
      ? {
          ...shared,
          id: 'enablePerson',
          label: t('access.person.enable'),
          icon: 'check',
          run: () => void ignoreCallFailure(enable(person)),
        }
      : {
          ...shared,
          id: 'disablePerson',
          label: t('access.person.disable'),
          icon: 'locked',
          run: () => void ignoreCallFailure(disable(person)),
        };
    return [
      {
        ...shared,
        id: 'editPerson',
        frequent: true,
        label: t('access.person.edit'),
        icon: 'edit',
        run: () => edit(person),
      },
      turn,
      {
        ...shared,
        id: 'removePerson',
        label: t('access.person.remove'),
        icon: 'delete',
        danger: true,
        run: () => void ignoreCallFailure(remove(person)),
      },
    ];
  };
}
