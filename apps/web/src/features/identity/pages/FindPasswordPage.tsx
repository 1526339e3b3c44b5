import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { contact } from '@airloom/contract/identity/sign-in.rules';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { call } from '../../../shared/api/call.ts';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { contactInput } from '../components/contact-input.tsx';
import { GateFrame } from '../components/GateFrame.tsx';
import { RefusalNote } from '../components/RefusalNote.tsx';
import type { SentCode } from '../sent-code.ts';
import { useRefusal } from '../use-refusal.ts';

const findInput = z.object({ target: contact });

const fields: FieldDef<typeof findInput>[] = [
  { name: 'target', label: 'identity.contact.label', input: contactInput() },
];

export default function FindPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusal = useRefusal();
  const form = useSchemaForm({
    schema: findInput,
    initial: { target: '' },
    async submit({ target }) {
      const request = { purpose: 'resetPassword' as const, target };
      const { retryAfter, isSent } = await refusal.guard(() =>
        call(signInCalls.sendCode, request, { quiet: true }),
      );
      const sent: SentCode = { to: target, until: Date.now() + retryAfter * 1_000, isSent };
      await navigate('/resetpassword', { state: sent });
    },
  });
  return (
    <GateFrame
      title={t('identity.find.title')}
      lead={t('identity.find.lead')}
      links={<Link to="/login">{t('identity.backToLogin')}</Link>}
    >
      <div className="gate-stack">
        <RefusalNote refusal={refusal} />
        <SchemaForm form={form} fields={fields}>
          <Button type="primary" htmlType="submit" block loading={form.pending} disabled={refusal.waiting}>
            {t('identity.code.send')}
          </Button>
        </SchemaForm>
      </div>
    </GateFrame>
  );
}
