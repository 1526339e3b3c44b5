import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Role, SubAccount } from '@airloom/contract/access/access.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../../shared/access/role-name.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { reachFor } from '../../../shared/tree/reach-choice.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { PEOPLE_CALLS } from '../access.queries.ts';
import { personForm } from '../offer-rules.ts';
import { useAccessFields } from './use-access-fields.ts';

interface PersonFormProps {
  person: SubAccount;
  roles: readonly Role[];
  onClose(): void;
}

export function PersonForm({ person, roles, onClose }: PersonFormProps) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const schema = useMemo(() => personForm(roles), [roles]);
  const update = useCommand(accessCalls.updateSubAccount, { refresh: PEOPLE_CALLS });
  const offered = roles.filter((candidate) => candidate.grantable);
  const form = useSchemaForm({
    schema,
    initial: { subAccountUUID: person.subAccountUUID, roleUUID: person.roleUUID, reach: person.reach },
    async submit(values) {
      if (!role) return;
      await update.run({ ...values, reach: reachFor(role.reach, values.reach) });
      toast.success(t('access.person.saved', { name: person.userName, role: roleName(role.key, role.name) }));
    },
  });
  const role = offered.find((candidate) => candidate.roleUUID === form.values.roleUUID);
  const fields: readonly FieldDef<typeof schema>[] = useAccessFields(offered, role);
  return <FormDrawer open title={person.userName} form={form} fields={fields} onClose={onClose} />;
}
