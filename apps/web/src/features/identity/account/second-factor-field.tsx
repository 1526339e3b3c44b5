import type { Profile } from '@airloom/contract/identity/identity.model';
import { safetyCalls } from '@airloom/contract/identity/safety.calls';
import { Button } from 'antd';
import Input from 'antd/es/input/Input';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { inputProps, textInput } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { useCountdown } from '../use-countdown.ts';

type Contacts = Pick<Profile, 'phone' | 'email'>;

const CHANNELS = [
  { channel: 'sms', contact: 'phone', label: 'safety.secondFactor.sendSms' },
  { channel: 'mail', contact: 'email', label: 'safety.secondFactor.sendMail' },
] as const;

/** A code that is sent on request to a contact of the person. */
function SentCode({ control, contacts }: { control: Control<string | undefined>; contacts: Contacts }) {
  const { t } = useTranslation();
  const countdown = useCountdown();
  const [sent, setSent] = useState<{ to: string; isSent: boolean } | null>(null);
  const send = useCommand(safetyCalls.sendOwnCode, {
    onDone: ({ retryAfter, isSent }, { channel }) => {
      countdown.start(retryAfter);
      setSent({ to: channel === 'sms' ? contacts.phone : contacts.email, isSent });
    },
  });
  return (
    <div>
      <Input
        {...inputProps(control)}
        autoComplete="one-time-code"
        value={control.value ?? ''}
        onChange={(event) => control.onChange(event.target.value)}
      />
      <div className="account-send-code">
        {CHANNELS.filter(({ contact }) => contacts[contact] !== '').map(({ channel, label }) => (
          <Button
            key={channel}
            disabled={countdown.seconds > 0 || send.pending}
            onClick={() => send.start({ channel })}
          >
            {countdown.seconds > 0 ? t('identity.code.wait', { seconds: countdown.seconds }) : t(label)}
          </Button>
        ))}
      </div>
      <output className="account-note">
        {sent !== null &&
          t(sent.isSent ? 'identity.code.sent' : 'identity.code.noSender', { target: sent.to })}
      </output>
    </div>
  );
}

const appCode = textInput({ autoComplete: 'one-time-code', code: true });

/** The field of the second factor where two-factor sign-in is on; none where it is off. */
export function useSecondFactorField() {
  const profile = useSession((state) => state.profile);
  if (profile === null || profile.twoFactor === 'off') return [];
  const field = { name: 'secondFactor', required: true } as const;
  if (profile.twoFactor === 'totp') {
    return [{ ...field, label: 'safety.secondFactor.app', input: appCode } as const];
  }
  const input = (control: Control<string | undefined>): ReactNode => (
    <SentCode control={control} contacts={profile} />
  );
  return [{ ...field, label: 'safety.secondFactor.sent', input } as const];
}
