import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { minimumRatesOf, type Radios, type RadioValue } from '@airloom/contract/wireless/radio.rules';
import { WIRELESS_LIMITS } from '@airloom/contract/wireless/wireless.limits';
import type { RadioOptions } from '@airloom/contract/wireless/wireless.model';
import { Button, InputNumber, Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Issues } from '../../../shared/form/issues.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { type Band, inheritedField, withField, withoutBand } from '../radio-form.ts';
import { AllowedChannels, ChannelSelect } from './ChannelInput.tsx';
import { RadioField } from './RadioField.tsx';
import { useBandNames } from './use-names.ts';
import './wireless.css';

interface RadioCardProps {
  band: Band;
  options: RadioOptions['bands'][number] | undefined;
  above: readonly Setting[];
  bands: Radios['bands'];
  issues: Issues;
  disabled: boolean;
  onChange(bands: Radios['bands']): void;
}

const DBM = 'dBm';
const MHZ = 'MHz';
const NO_CHOICE = '';

/** The settings of one band. */
export function RadioCard({ band, options, above, bands, issues, disabled, onChange }: RadioCardProps) {
  const { t } = useTranslation();
  const units = useUnits();
  const names = useBandNames();
  const own = bands[band] ?? {};
  const put = <K extends keyof RadioValue>(name: K, value: RadioValue[K] | undefined): void =>
    onChange(withField(bands, band, name, value));
  const valueOf = <K extends keyof RadioValue>(name: K): RadioValue[K] =>
    own[name] === undefined ? inheritedField(above, band, name)?.value : own[name];
  const channel = valueOf('channel') ?? 'auto';
  const width = valueOf('widthMhz');

  /** Without a value of the place or above, the device decides. */
  function field(
    name: keyof RadioValue,
    label: string,
    draw: (labelledBy: string) => ReactNode,
    hint?: string,
  ): ReactNode {
    return (
      <RadioField
        label={label}
        isSet={own[name] !== undefined}
        inherited={inheritedField(above, band, name)}
        issue={issues[`bands.${band}.${name}`]}
        {...(hint === undefined ? {} : { hint })}
        onReset={() => onChange(withField(bands, band, name, undefined))}
      >
        {draw}
      </RadioField>
    );
  }

  if (options === undefined || options.channels.length === 0)
    return (
      <section className="card wireless-radio">
        <h2>{names[band]}</h2>
        <p className="page-note">{t('wireless.radio.notAllowed')}</p>
        {Object.keys(own).length > 0 && (
          // Settings from before the band became unavailable; they may prevent saving.
          <Button disabled={disabled} onClick={() => onChange(withoutBand(bands, band))}>
            {t('wireless.radio.removeSettings')}
          </Button>
        )}
      </section>
    );
  const maxDbm = options.channels.find((one) => one.channel === channel)?.maxDbm ?? options.maxDbm;
  return (
    <section className="card wireless-radio">
      <h2>
        {names[band]}{' '}
        <span className="wireless-quiet">{t('wireless.radio.radios', { count: options.radios })}</span>
      </h2>
      {field('enabled', t('wireless.radio.enabled'), (labelledBy) => (
        <Switch
          aria-labelledby={labelledBy}
          checked={valueOf('enabled') ?? true}
          onChange={(enabled) => put('enabled', enabled)}
        />
      ))}
      {field('channel', t('wireless.radio.channel'), (labelledBy) => (
        <ChannelSelect
          channels={options.channels}
          value={channel}
          labelledBy={labelledBy}
          onChange={(next) => put('channel', next)}
        />
      ))}
      {channel === 'auto' &&
        field(
          'allowedChannels',
          t('wireless.radio.allowed'),
          (labelledBy) => (
            <AllowedChannels
              channels={options.channels}
              value={valueOf('allowedChannels') ?? []}
              disabled={disabled}
              labelledBy={labelledBy}
              onChange={(next) => put('allowedChannels', next.length === 0 ? undefined : next)}
            />
          ),
          options.channels.some(({ radar }) => radar)
            ? t('wireless.radio.allowedRadarHint')
            : t('wireless.radio.allowedHint'),
        )}
      {field('widthMhz', t('wireless.radio.width'), (labelledBy) => (
        <Select<number>
          className="wireless-select"
          aria-labelledby={labelledBy}
          placeholder={t('wireless.radio.byDevice')}
          options={options.widthsMhz.map((value) => ({ value, label: `${value} ${MHZ}` }))}
          value={width ?? null}
          onChange={(next) => {
            const known = WIRELESS_LIMITS.channelWidthsMhz.find((one) => one === next);
            if (known !== undefined) put('widthMhz', known);
          }}
        />
      ))}
      {field(
        'powerDbm',
        t('wireless.radio.power'),
        (labelledBy) => (
          <InputNumber<number>
            className="wireless-select"
            aria-labelledby={labelledBy}
            suffix={DBM}
            placeholder={t('wireless.radio.maximum')}
            value={valueOf('powerDbm') ?? null}
            onChange={(next) => put('powerDbm', next)}
          />
        ),
        t('wireless.radio.powerHint', { maximum: units.dbm(maxDbm) }),
      )}
      {field(
        'minimumRateKbps',
        t('wireless.radio.minimumRate'),
        (labelledBy) => (
          <Select<number | typeof NO_CHOICE>
            className="wireless-select"
            aria-labelledby={labelledBy}
            options={[
              { value: NO_CHOICE, label: t('wireless.radio.anyRate') },
              ...minimumRatesOf(band).map((value) => ({ value, label: units.rate(value) })),
            ]}
            value={valueOf('minimumRateKbps') ?? NO_CHOICE}
            onChange={(next) =>
              put('minimumRateKbps', minimumRatesOf(band).find((one) => one === next) ?? null)
            }
          />
        ),
        t('wireless.radio.minimumRateHint'),
      )}
      {field('clientsMax', t('wireless.radio.clientsMax'), (labelledBy) => (
        <InputNumber<number>
          className="wireless-select"
          aria-labelledby={labelledBy}
          placeholder={t('wireless.radio.noLimit')}
          value={valueOf('clientsMax') ?? null}
          onChange={(next) => put('clientsMax', next)}
        />
      ))}
    </section>
  );
}
