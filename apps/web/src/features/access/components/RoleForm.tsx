import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Role } from '@airloom/contract/access/access.model';
import { roleInput } from '@airloom/contract/access/access.rules';
import type { Grant } from '@airloom/contract/permissions';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { type Control, useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { ROLE_CALLS } from '../access.queries.ts';
import { PermissionTree } from './PermissionTree.tsx';

interface RoleFormProps {
  /** Null creates a new one. */
  existing: Role | null;
  onClose(): void;
}

function PermissionsInput({
  control,
  roleUUID,
}: {
  control: Control<Grant[]>;
  roleUUID: string | undefined;
}) {
  const tree = useCall(accessCalls.permissionTree, { roleUUID });
  if (tree.error) return <FailedState error={tree.error} retry={() => void tree.refetch()} />;
  if (tree.isPending) return <Skeleton rows={8} height={20} />;
  return <PermissionTree nodes={tree.data} held={control.value} onChange={control.onChange} />;
}

function permissionsOf(roleUUID: string | undefined) {
  return function PermissionsControl(control: Control<Grant[]>): ReactNode {
    return <PermissionsInput control={control} roleUUID={roleUUID} />;
  };
}

export function RoleForm({ existing, onClose }: RoleFormProps) {
  const { t } = useTranslation();
  const create = useCommand(accessCalls.createRole, { refresh: ROLE_CALLS });
  const update = useCommand(accessCalls.updateRole, { refresh: ROLE_CALLS });
  const form = useSchemaForm({
    schema: roleInput,
    initial: {
      name: existing?.name ?? '',
      alias: existing?.alias ?? '',
      permissions: existing?.permissions ?? [],
    },
    async submit(values) {
      if (existing) await update.run({ ...values, roleUUID: existing.roleUUID });
      else await create.run(values);
      toast.success(t(existing ? 'access.role.saved' : 'access.role.created', { name: values.name }));
    },
  });
  const fields: readonly FieldDef<typeof roleInput>[] = [
    { name: 'name', label: 'access.role.name', input: textInput() },
    { name: 'alias', label: 'access.role.alias', hint: 'access.role.aliasHint', input: textInput() },
    {
      name: 'permissions',
      label: 'access.role.permissions',
      wide: true,
      group: true,
      input: permissionsOf(existing?.roleUUID),
    },
  ];
  return (
    <FormDrawer
      open
      wide
      title={t(existing ? 'access.role.edit' : 'access.role.new')}
      {...(existing ? {} : { action: t('access.role.create') })}
      form={form}
      fields={fields}
      onClose={onClose}
    />
  );
}
