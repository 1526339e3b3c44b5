import { identityCalls } from '@airloom/contract/identity/identity.calls';
import { apiKeyInput } from '@airloom/contract/identity/identity.rules';
import { safetyCalls } from '@airloom/contract/identity/safety.calls';
import { DAY } from '@airloom/contract/time';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCommand } from '../../../shared/api/use-call.ts';
import { selectInput, switchInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { grantsInput } from './grants-input.tsx';
import { yourPassword } from './your-password.ts';

const DAYS = [7, 30, 90, 365] as const;
const DEFAULT_DAYS = 90;
const NEVER = 0;

/** The form asks for a duration; the expiry is computed when the key is created. */
const spanInput = apiKeyInput.omit({ expiresAt: true }).extend({ days: z.number() });

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString();
}

interface ApiKeyDrawerProps {
  onClose(): void;
  onMade(made: { name: string; secret: string }): void;
}

export function ApiKeyDrawer({ onClose, onMade }: ApiKeyDrawerProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const held = useSession((state) => state.currentRole?.permissions) ?? [];
  const create = useCommand(identityCalls.createApiKey, {
    refresh: [identityCalls.listApiKeys, safetyCalls.listSecurityEvents],
  });
  const form = useSchemaForm({
    schema: spanInput,
    initial: { name: '', grants: [], days: DEFAULT_DAYS, endsWithPassword: true, password: '' },
    async submit({ days, ...values }) {
      const expiresAt = days === NEVER ? null : inDays(days);
      const { secret } = await create.run({ ...values, expiresAt });
      onMade({ name: values.name, secret });
    },
  });
  const spans = [
    ...DAYS.map((days) => ({
      value: days,
      label: t('account.apiKeys.days', { count: days, date: format.date(inDays(days)) }),
    })),
    { value: NEVER, label: t('account.apiKeys.never') },
  ];
  const fields: FieldDef<typeof spanInput>[] = [
    {
      name: 'name',
      label: 'account.apiKeys.name',
      hint: 'account.apiKeys.nameHint',
      input: textInput({ autoComplete: 'off' }),
    },
    {
      name: 'days',
      label: 'account.apiKeys.expiry',
      ...(form.values.days === NEVER ? { hint: 'account.apiKeys.neverWarning' } : {}),
      input: selectInput<number>({ choices: spans }),
    },
    {
      name: 'endsWithPassword',
      label: 'account.apiKeys.endsWithPassword',
      hint: 'account.apiKeys.endsWithPasswordHint',
      inline: true,
      input: switchInput(),
    },
    {
      name: 'grants',
      label: 'account.apiKeys.grants',
      hint: 'account.apiKeys.grantsHint',
      group: true,
      wide: true,
      input: grantsInput(held),
    },
    yourPassword(),
  ];
  return (
    <FormDrawer
      open
      wide
      title={t('account.apiKeys.create')}
      form={form}
      fields={fields}
      action={t('account.apiKeys.create')}
      onClose={onClose}
    />
  );
}
