import { safetyCalls } from '@airloom/contract/identity/safety.calls';
import { setAccountSwitchInput } from '@airloom/contract/identity/safety.rules';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { refreshSelf } from './refresh-self.ts';
import { useSecondFactorField } from './second-factor-field.tsx';
import { yourPassword } from './your-password.ts';

interface SwitchDrawerProps {
  twoFactor: 'code' | 'off';
  onClose(): void;
  onCodes(codes: readonly string[]): void;
}

/** Codes by SMS or mail, or no second factor at all: both need the password and the current factor. */
export function SwitchDrawer({ twoFactor, onClose, onCodes }: SwitchDrawerProps) {
  const { t } = useTranslation();
  const fields: FieldDef<typeof setAccountSwitchInput>[] = [
    yourPassword({ autoFocus: true }),
    ...useSecondFactorField(),
  ];
  const change = useCommand(safetyCalls.setAccountSwitch, { refresh: [safetyCalls.listSecurityEvents] });
  const form = useSchemaForm({
    schema: setAccountSwitchInput,
    initial: { twoFactor, password: '', secondFactor: '' },
    async submit(values) {
      const { recoveryCodes } = await change.run(values);
      await refreshSelf();
      if (recoveryCodes.length === 0) toast.success(t('account.saved'));
      else onCodes(recoveryCodes);
    },
  });
  const off = twoFactor === 'off';
  return (
    <FormDrawer
      open
      title={t(off ? 'account.twoFactor.offTitle' : 'account.twoFactor.codeTitle')}
      form={form}
      fields={fields}
      action={t(off ? 'account.twoFactor.turnOff' : 'account.twoFactor.turnOn')}
      onClose={onClose}
    >
      <p className="account-steps">{t(off ? 'account.twoFactor.offText' : 'account.twoFactor.codeText')}</p>
    </FormDrawer>
  );
}
