import type { Grant } from '@airloom/contract/permissions';
import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { GROUP_NAMES, PERMISSION_NAMES } from '../../../shared/access/permission-names.ts';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import './account.css';
import { grantsOf, type OfferedGroup, offeredGroups, withGrant, withGroup } from './grant-choice.ts';

interface GroupProps {
  group: OfferedGroup;
  chosen: readonly Grant[];
  onChange(chosen: Grant[]): void;
}

function Group({ group, chosen, onChange }: GroupProps) {
  const { t } = useTranslation();
  const own = grantsOf(group);
  const count = own.filter((grant) => chosen.includes(grant)).length;
  const all = count === own.length;
  return (
    <div>
      <Checkbox
        checked={all}
        indeterminate={count > 0 && !all}
        onChange={(event) => onChange(withGroup(chosen, group, event.target.checked))}
      >
        <strong>{t(GROUP_NAMES[group.key])}</strong>
      </Checkbox>
      {group.permissions.map((permission) => {
        const { key, operate } = permission;
        const name = t(PERMISSION_NAMES[key]);
        return (
          <div key={key} className="account-grant">
            <span>{name}</span>
            <Checkbox
              aria-label={t('access.role.viewOf', { permission: name })}
              checked={chosen.includes(key)}
              onChange={(event) => onChange(withGrant(chosen, permission, 'view', event.target.checked))}
            >
              {t('access.role.canView')}
            </Checkbox>
            <Checkbox
              aria-label={t('access.role.operateOf', { permission: name })}
              disabled={operate === null}
              checked={operate !== null && chosen.includes(operate)}
              onChange={(event) => onChange(withGrant(chosen, permission, 'operate', event.target.checked))}
            >
              {t('access.role.canOperate')}
            </Checkbox>
          </div>
        );
      })}
    </div>
  );
}

/** Some of the person's permissions, for a key. */
export function grantsInput(held: readonly Grant[]) {
  const groups = offeredGroups(held);
  return function renderGrants(control: Control<Grant[]>): ReactNode {
    return (
      <div id={control.id} className="account-grants" tabIndex={-1} aria-invalid={control.invalid}>
        {groups.map((group) => (
          <Group key={group.key} group={group} chosen={control.value} onChange={control.onChange} />
        ))}
      </div>
    );
  };
}
