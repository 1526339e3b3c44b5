import type { restTime } from '@airloom/contract/alarms/alarms.model';
import {
  ALARM_LEVELS,
  type AlarmType,
  alarmType,
  thresholdRange,
} from '@airloom/contract/alarms/alarms.types';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import type { Choice } from '../../../shared/form/rich-inputs.tsx';
import { inputProps } from '../../../shared/form/text-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { type LevelRow, withLevel, withThreshold } from '../rule-form.ts';
import './alarms.css';
import { LevelTag } from './LevelTag.tsx';
import { useAlarmWords } from './use-alarm-words.ts';

type Span = z.infer<typeof restTime>;

/** What happens or does not has one level; what is measured may have several, each from its own threshold. */
export function LevelsInput({ control, type }: { control: Control<LevelRow[]>; type: AlarmType }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const { unit } = alarmType(type);
  const { value: rows } = control;
  if (unit === null) {
    return (
      <Select
        aria-labelledby={`${control.id}-label`}
        options={ALARM_LEVELS.map((level) => ({ value: level, label: t(`alarms.level.${level}`) }))}
        value={rows[0]?.level ?? null}
        onChange={(level) => control.onChange([{ level, threshold: null }])}
      />
    );
  }
  const { min, max } = thresholdRange(unit);
  return (
    <ul className="alarms-levels">
      {ALARM_LEVELS.map((level) => {
        const row = rows.find((known) => known.level === level);
        const name = t(`alarms.level.${level}`);
        return (
          <li key={level}>
            <Checkbox
              checked={row !== undefined}
              onChange={(event) => control.onChange(withLevel(rows, level, event.target.checked))}
            >
              <LevelTag level={level} />
            </Checkbox>
            {row && (
              <InputNumber<number>
                aria-label={t('alarms.page.rule.thresholdOf', { level: name })}
                aria-invalid={control.invalid}
                aria-describedby={control.describedBy}
                min={min}
                max={max}
                precision={0}
                suffix={words.unit(unit, row.threshold ?? 0)}
                value={row.threshold}
                onBlur={control.onBlur}
                onChange={(threshold) => control.onChange(withThreshold(rows, level, threshold))}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface SpansOptions {
  type: 'time' | 'date';
  /** The word on the button that adds one. */
  add: string;
  maximum: number;
}

/** Times of a day or days of a year, each from and until. */
export function SpansInput({
  control,
  type,
  add,
  maximum,
}: { control: Control<Span[] | undefined> } & SpansOptions) {
  const { t } = useTranslation();
  const spans = control.value ?? [];
  const places = Array.from(spans, (_, place) => place);
  const names = { from: t('logs.from'), to: t('logs.to') };

  function put(place: number, change: Partial<Span>): void {
    control.onChange(spans.map((span, at) => (at === place ? { ...span, ...change } : span)));
  }

  return (
    <div className="alarms-spans">
      {places.map((place) => (
        <div key={place} className="alarms-span">
          {(['from', 'to'] as const).map((end) => (
            <label key={end}>
              {names[end]}
              <input
                type={type}
                value={spans[place]?.[end] ?? ''}
                aria-invalid={control.invalid}
                aria-describedby={control.describedBy}
                onBlur={control.onBlur}
                onChange={(event) => put(place, { [end]: event.target.value })}
              />
            </label>
          ))}
          <IconButton
            icon="close"
            label={t('alarms.page.rule.removeSpan', { number: place + 1 })}
            onClick={() => control.onChange(spans.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      {spans.length < maximum && (
        <Button
          icon={<Icon name="plus" size={14} />}
          onClick={() => control.onChange([...spans, { from: '', to: '' }])}
        >
          {add}
        </Button>
      )}
    </div>
  );
}

/** Any number of things that can be chosen. */
export function manyInput<T extends string>(choices: readonly Choice<T>[], placeholder: string) {
  return function ManyControl(control: Control<T[] | undefined>): ReactNode {
    return (
      <Select<T[]>
        {...inputProps(control)}
        mode="multiple"
        placeholder={placeholder}
        showSearch={CHOICE_SEARCH}
        options={choices.map((choice) => ({ ...choice }))}
        value={control.value ?? []}
        onChange={control.onChange}
      />
    );
  };
}

/** Any number of addresses; each is written as the rules want it, if it can be. */
export function entriesInput(placeholder: string, written: (entry: string) => string) {
  return function EntriesControl(control: Control<string[] | undefined>): ReactNode {
    return (
      <Select<string[]>
        {...inputProps(control)}
        mode="tags"
        open={false}
        suffixIcon={null}
        placeholder={placeholder}
        tokenSeparators={[',', ';']}
        value={control.value ?? []}
        onChange={(entries) => control.onChange(entries.map(written))}
      />
    );
  };
}

/** A few that are all worth showing. */
export function fewInput<T extends string>(choices: readonly Choice<T>[]) {
  return function FewControl(control: Control<T[] | undefined>): ReactNode {
    const chosen = control.value ?? [];
    return (
      <div className="alarms-few">
        {choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={(event) =>
              control.onChange(
                event.target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
              )
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    );
  };
}
