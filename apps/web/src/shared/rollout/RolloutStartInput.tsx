import { LOCAL_START_LIMITS } from '@airloom/contract/rollout/local-start';
import { InputNumber, Radio } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import './start-input.css';
import { DateInput, DateTimeInput, TimeInput } from '../form/moment/moment-inputs.tsx';
import type { Control } from '../form/use-schema-form.ts';
import { type RolloutStart, START_MODES, type StartMode } from './rollout-start.ts';
import { browserZone } from './StartInput.tsx';

interface RolloutStartInputProps {
  control: Control<RolloutStart>;
  modes?: readonly StartMode[];
  /** Earliest time, as `2026-11-18T13:05`. */
  soonest: string;
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="start-input-part">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  );
}

/** Now, at a time in the person's time zone, or at a local time of each site. */
export function RolloutStartInput({ control, modes = START_MODES, soonest }: RolloutStartInputProps) {
  const { t } = useTranslation();
  const id = useId();
  const { value } = control;
  const change = (changes: Partial<RolloutStart>) => control.onChange({ ...value, ...changes });
  const names: Record<StartMode, string> = {
    now: t('rollout.start.now'),
    at: t('rollout.start.at'),
    local: t('rollout.start.local'),
  };
  const shared = {
    invalid: control.invalid,
    describedBy: control.describedBy,
    onBlur: control.onBlur,
  };
  return (
    <div className="start-input">
      <Radio.Group
        aria-labelledby={`${control.id}-label`}
        className="start-input-modes"
        options={modes.map((mode) => ({ value: mode, label: names[mode] }))}
        value={value.mode}
        onChange={(event) => {
          const mode = modes.find((one) => one === event.target.value);
          if (mode) change({ mode, at: value.at || soonest });
        }}
      />
      {value.mode === 'at' && (
        <div className="start-input-time">
          <DateTimeInput
            {...shared}
            min={soonest}
            value={value.at}
            label={t('rollout.start.startAt')}
            onChange={(at) => change({ at })}
          />
          {t('rollout.start.zone', { zone: browserZone() })}
        </div>
      )}
      {value.mode === 'local' && (
        <>
          <div className="start-input-parts">
            <Labelled id={`${id}date`} label={t('rollout.start.date')}>
              <DateInput
                {...shared}
                id={`${id}date`}
                value={value.date}
                onChange={(date) => change({ date })}
              />
            </Labelled>
            <Labelled id={`${id}time`} label={t('rollout.start.time')}>
              <TimeInput
                {...shared}
                id={`${id}time`}
                value={value.time}
                onChange={(time) => change({ time })}
              />
            </Labelled>
            <Labelled id={`${id}until`} label={t('rollout.start.until')}>
              <TimeInput
                {...shared}
                id={`${id}until`}
                value={value.until}
                onChange={(until) => change({ until })}
              />
            </Labelled>
            {value.until !== '' && (
              <Labelled id={`${id}nights`} label={t('rollout.start.nights')}>
                <InputNumber<number>
                  id={`${id}nights`}
                  value={value.nights}
                  onChange={(nights) => change({ nights })}
                />
              </Labelled>
            )}
          </div>
          <p className="start-input-hint">
            {t('rollout.start.untilHint', { hours: LOCAL_START_LIMITS.delayMaxHours })}
          </p>
        </>
      )}
    </div>
  );
}
