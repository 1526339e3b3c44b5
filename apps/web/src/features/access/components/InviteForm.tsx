import { accessCalls } from '@airloom/contract/access/access.calls';
import type { Role } from '@airloom/contract/access/access.model';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoleName } from '../../../shared/access/role-name.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { selectInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { reachFor } from '../../../shared/tree/reach-choice.ts';
import { FormDrawer } from '../../../shared/ui/FormDrawer.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { PEOPLE_CALLS } from '../access.queries.ts';
import { inviteForm } from '../offer-rules.ts';
import { contactTags } from './ContactTags.tsx';
import { reachOfRole } from './ReachChooser.tsx';
import { REACH_TEXTS } from './reach-texts.ts';

interface InviteFormProps {
  roles: readonly Role[];
  onClose(invited: boolean): void;
}

const REACH_OF_NOBODY = {};

export function InviteForm({ roles, onClose }: InviteFormProps) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const schema = useMemo(() => inviteForm(roles), [roles]);
  const invite = useCommand(accessCalls.invite, { refresh: PEOPLE_CALLS });
  const invited = useRef(false);
  const offered = roles.filter((candidate) => candidate.grantable);
  const form = useSchemaForm({
    schema,
    initial: { targets: [], roleUUID: '', reach: REACH_OF_NOBODY },
    async submit(values) {
      const reach = role ? reachFor(role.reach, values.reach) : values.reach;
      const { invitationUUIDs } = await invite.run({ ...values, reach });
      toast.success(t('access.invite.sent', { count: invitationUUIDs.length }));
      invited.current = true;
    },
  });
  const role = offered.find((candidate) => candidate.roleUUID === form.values.roleUUID);

  const fields: FieldDef<typeof schema>[] = [
    {
      name: 'targets',
      label: 'access.invite.targets',
      input: contactTags(),
    },
    {
      name: 'roleUUID',
      label: 'access.invite.role',
      ...(role ? { hint: REACH_TEXTS[role.reach] } : {}),
      input: selectInput({
        placeholder: t('access.invite.rolePlaceholder'),
        choices: offered.map((one) => ({ value: one.roleUUID, label: roleName(one.key, one.name) })),
      }),
    },
    {
      name: 'reach',
      label: 'access.reach.title',
      group: true,
      when: () => role !== undefined,
      input: reachOfRole(role),
    },
  ];
  return (
    <FormDrawer
      open
      title={t('access.invite.title')}
      action={t('access.invite.send', { count: Math.max(1, form.values.targets.length) })}
      form={form}
      fields={fields}
      onClose={() => onClose(invited.current)}
    />
  );
}
