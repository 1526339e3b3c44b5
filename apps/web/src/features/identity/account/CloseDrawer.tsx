import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import { safetyCalls } from '@airloom/contract/identity/safety.calls';
import { releaseAccountInput } from '@airloom/contract/identity/safety.rules';
import { isSuperAdministrator } from '@airloom/contract/roles';
import { DAY } from '@airloom/contract/time';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { dropSession } from '../../../shared/session/session-actions.ts';
import { expectSessionEnd } from '../../../shared/session/session-ended.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { useSecondFactorField } from './second-factor-field.tsx';
import { yourPassword } from './your-password.ts';

/** Accounts that may be closed with the person: only the server knows their owner. */
function useOwnAccounts(): string[] {
  const roles = useSession((state) => state.roles);
  return useMemo(
    () =>
      roles.filter((role) => isSuperAdministrator(role.key) && !role.demo).map((role) => role.accountName),
    [roles],
  );
}

function closeInput(names: readonly string[]) {
  return releaseAccountInput.extend({
    accountName: z
      .string()
      .trim()
      .refine((typed) => names.length === 0 || names.includes(typed), 'account.close.nameMismatch'),
  });
}

export function CloseDrawer({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const names = useOwnAccounts();
  const schema = useMemo(() => closeInput(names), [names]);
  const release = useCommand(safetyCalls.releaseAccount);
  const form = useSchemaForm({
    schema,
    initial: { password: '', secondFactor: '', accountName: '' },
    async submit({ accountName, ...proof }) {
      expectSessionEnd(true);
      try {
        await release.run({ ...proof, ...(accountName === '' ? {} : { accountName }) });
      } catch (error) {
        expectSessionEnd(false);
        throw error;
      }
      dropSession();
      toast.success(t('account.close.done'));
      await navigate('/login');
    },
  });
  const fields: FieldDef<typeof schema>[] = [
    {
      name: 'accountName',
      label: 'account.close.accountName',
      input: textInput({ autoComplete: 'off' }),
      when: () => names.length > 0,
    },
    yourPassword(),
    ...useSecondFactorField(),
  ];
  return (
    <FormDrawer
      open
      title={t('account.close.title')}
      form={form}
      fields={fields}
      action={t('account.close.action')}
      onClose={onClose}
    >
      <div className="account-steps">
        <p>{t('account.close.text', { count: ACCOUNT_LIMITS.closedKeptMs / DAY })}</p>
        {names.length > 0 && <p>{t('account.close.typeName', { name: names.join(' / ') })}</p>}
      </div>
    </FormDrawer>
  );
}
