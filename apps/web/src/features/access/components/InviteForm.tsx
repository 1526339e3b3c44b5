import { accessCalls } from '@airloom/contract/access/access.calls';
import type { InvitationLink, Role } from '@airloom/contract/access/access.model';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { reachFor } from '../../../shared/tree/reach-choice.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { PEOPLE_CALLS } from '../access.queries.ts';
import { inviteForm } from '../offer-rules.ts';
import { contactTags } from './ContactTags.tsx';
import { useAccessFields } from './use-access-fields.ts';

interface InviteFormProps {
  roles: readonly Role[];
  /** Invitations that could not be sent. */
  onLinks(links: readonly InvitationLink[]): void;
  onClose(invited: boolean): void;
}

const REACH_OF_NOBODY = {};

export function InviteForm({ roles, onLinks, onClose }: InviteFormProps) {
  const { t } = useTranslation();
  const schema = useMemo(() => inviteForm(roles), [roles]);
  const invite = useCommand(accessCalls.invite, { refresh: PEOPLE_CALLS });
  const invited = useRef(false);
  const offered = roles.filter((candidate) => candidate.grantable);
  const form = useSchemaForm({
    schema,
    initial: { targets: [], roleUUID: '', reach: REACH_OF_NOBODY },
    async submit(values) {
      const reach = role ? reachFor(role.reach, values.reach) : values.reach;
      const { invitationUUIDs, links } = await invite.run({ ...values, reach });
      const sent = invitationUUIDs.length - links.length;
      if (sent > 0) toast.success(t('access.invite.sent', { count: sent }));
      onLinks(links);
      invited.current = true;
    },
  });
  const role = offered.find((candidate) => candidate.roleUUID === form.values.roleUUID);
  const access = useAccessFields(offered, role);

  const fields: FieldDef<typeof schema>[] = [
    { name: 'targets', label: 'access.invite.targets', input: contactTags() },
    ...access,
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
