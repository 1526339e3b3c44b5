import { ENCRYPTIONS, type Encryption } from '@airloom/contract/wireless/wireless-network.rules';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { useEncryptionNames } from './use-names.ts';
import './wireless.css';

/** Each encryption with what it means for the people who use the network. */
export function EncryptionInput({ control }: { control: Control<Encryption> }) {
  const { t } = useTranslation();
  const names = useEncryptionNames();
  const explanations: Record<Encryption, string> = {
    open: t('wireless.encryption.explain.open'),
    enhancedOpen: t('wireless.encryption.explain.enhancedOpen'),
    wpa2: t('wireless.encryption.explain.wpa2'),
    wpa2wpa3: t('wireless.encryption.explain.wpa2wpa3'),
    wpa3: t('wireless.encryption.explain.wpa3'),
    enterprise: t('wireless.encryption.explain.enterprise'),
  };
  return (
    <Radio.Group
      className="wireless-encryptions"
      aria-labelledby={`${control.id}-label`}
      aria-invalid={control.invalid}
      aria-describedby={control.describedBy}
      value={control.value}
      onChange={(event) => {
        const chosen = ENCRYPTIONS.find((one) => one === event.target.value);
        if (chosen) control.onChange(chosen);
      }}
      options={ENCRYPTIONS.map((value) => ({
        value,
        label: (
          <span className="wireless-encryption">
            {names[value]}
            <span className="field-hint">{explanations[value]}</span>
          </span>
        ),
      }))}
    />
  );
}
