import { WIRELESS_LIMITS } from '@airloom/contract/wireless/wireless.limits';
import type { bandwidth } from '@airloom/contract/wireless/wireless-network.rules';
import { InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Issues } from '../../../shared/form/issues.ts';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import './wireless.css';

type Bandwidth = z.input<typeof bandwidth>;

const NONE: Bandwidth = { upKbps: null, downKbps: null, clientUpKbps: null, clientDownKbps: null };
export const BANDWIDTH_FIELDS = ['downKbps', 'upKbps', 'clientDownKbps', 'clientUpKbps'] as const;
const UNIT = 'kb/s';

export function useBandwidthNames(): Record<keyof Bandwidth, string> {
  const { t } = useTranslation();
  return {
    downKbps: t('wireless.bandwidth.down'),
    upKbps: t('wireless.bandwidth.up'),
    clientDownKbps: t('wireless.bandwidth.clientDown'),
    clientUpKbps: t('wireless.bandwidth.clientUp'),
  };
}

/** Limits of the network and of each client; an empty field is unlimited. */
export function BandwidthInput({
  control,
  issues,
}: {
  control: Control<Bandwidth | undefined>;
  issues: Issues;
}) {
  const { t } = useTranslation();
  const units = useUnits();
  const names = useBandwidthNames();
  const value = control.value ?? NONE;
  return (
    <div className="wireless-pairs">
      {BANDWIDTH_FIELDS.map((field) => (
        <label key={field}>
          {names[field]}
          <InputNumber<number>
            aria-invalid={issues[`${control.name}.${field}`] !== undefined}
            aria-describedby={control.describedBy}
            placeholder={t('wireless.bandwidth.unlimited')}
            suffix={UNIT}
            step={1_000}
            {...(issues[`${control.name}.${field}`] ? { status: 'error' as const } : {})}
            value={value[field]}
            onBlur={control.onBlur}
            onChange={(next) => control.onChange({ ...value, [field]: next })}
          />
          <span className="field-hint">
            {value[field] !== null &&
              value[field] >= WIRELESS_LIMITS.bandwidthMinKbps &&
              units.rate(value[field])}
          </span>
        </label>
      ))}
    </div>
  );
}
