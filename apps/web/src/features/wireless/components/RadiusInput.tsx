import type { radiusServer } from '@airloom/contract/wireless/wireless-network.rules';
import { InputNumber } from 'antd';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Issues } from '../../../shared/form/issues.ts';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { EMPTY_RADIUS } from '../network-form.ts';
import { SecretInput } from './SecretInput.tsx';
import './wireless.css';

type Radius = z.input<typeof radiusServer>;
type Value = Radius | null | undefined;


/** The 802.1X server of a network. */
export function RadiusInput({ control, issues }: { control: Control<Value>; issues: Issues }) {
  const { t } = useTranslation();
  const value: Radius = control.value ?? EMPTY_RADIUS;
  const put = (change: Partial<Radius>): void => control.onChange({ ...value, ...change });
  const issueOf = (field: keyof Radius) => issues[`${control.name}.${field}`];
  const marks = (field: keyof Radius) => ({
    'aria-invalid': issueOf(field) !== undefined,
    ...(issueOf(field) ? { status: 'error' as const } : {}),
    onBlur: control.onBlur,
  });
  return (
    <div className="wireless-pairs">
      <label>
        {t('wireless.radius.host')}
        <Input
          {...marks('host')}
          autoComplete="off"
          value={value.host}
          onChange={(event) => put({ host: event.target.value })}
        />
      </label>
      <label>
        {t('wireless.radius.port')}
        <InputNumber<number>
          {...marks('port')}
          value={value.port}
          onChange={(port) => put({ port: port ?? 0 })}
        />
      </label>
      <div className="wireless-pair">
        {t('wireless.radius.secret')}
        <SecretInput
          control={{
            ...control,
            id: `${control.id}-secret`,
            value: value.secret,
            onChange: () => undefined,
            invalid: issueOf('secret') !== undefined,
          }}
          label={t('wireless.radius.secret')}
          onChange={(secret) => put({ secret })}
        />
      </div>
      <label>
        {t('wireless.radius.accountingPort')}
        <InputNumber<number>
          {...marks('accountingPort')}
          placeholder={t('wireless.radius.noAccounting')}
          value={value.accountingPort}
          onChange={(accountingPort) => put({ accountingPort })}
        />
      </label>
    </div>
  );
}
