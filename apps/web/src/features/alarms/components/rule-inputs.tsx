import { ALARM_LEVELS, type AlarmType, alarmType } from '@airloom/contract/alarms/alarms.types';
import { Checkbox, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelTag } from '../../../shared/alarms/LevelTag.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { type LevelRow, withLevel, withThreshold } from '../rule-form.ts';
import './alarms.css';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';

/** A type without a value has one level; others may have several, each with its own threshold. */
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
