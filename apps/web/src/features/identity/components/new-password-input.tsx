import { LOGIN_PASSWORD_FAULTS, loginPasswordFault } from '@airloom/contract/formats/people/login-password';
import { ACCOUNT_LIMITS } from '@airloom/contract/identity/identity.limits';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChosenPassword } from '../../../shared/form/chosen-password.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';

const { passwordMin: minimum, passwordMax: maximum } = ACCOUNT_LIMITS;

function NewPasswordControl({ control, names }: { control: Control<string>; names: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <ChosenPassword
      control={control}
      rules={{
        faults: LOGIN_PASSWORD_FAULTS,
        faultOf: (password) => loginPasswordFault(password, names),
        shownRules: [
          { fault: 'length', text: t('validation.password.length', { minimum, maximum }) },
          { fault: 'classes', text: t('validation.password.classes') },
          { fault: 'accountName', text: t('validation.password.accountName') },
        ],
      }}
    />
  );
}

/** The field of a new password. `names` are what it must not contain. */
export function newPasswordInput(names: readonly string[]) {
  return function renderNewPassword(control: Control<string>): ReactNode {
    return <NewPasswordControl control={control} names={names} />;
  };
}
