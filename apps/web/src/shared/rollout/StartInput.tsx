import { Radio } from 'antd';
import './start-input.css';
import { DateTimeInput } from '../form/moment/moment-inputs.tsx';
import type { Control } from '../form/use-schema-form.ts';

export interface Start {
  later: boolean;
  /** `2026-11-18T13:05`, in the browser's time zone. */
  at: string;
}

interface StartInputProps {
  control: Control<Start>;
  /** Earliest time, in the same format. */
  soonest: string;
  texts: { now: string; later: string; startAt: string; zone: string };
}

/** Now, or at a time in the person's time zone. */
export function StartInput({ control, soonest, texts }: StartInputProps) {
  const { value } = control;
  return (
    <div className="start-input">
      <Radio.Group
        aria-labelledby={`${control.id}-label`}
        options={[
          { value: false, label: texts.now },
          { value: true, label: texts.later },
        ]}
        value={value.later}
        onChange={(event) =>
          control.onChange({ at: value.at || soonest, later: event.target.value === true })
        }
      />
      {value.later && (
        <div className="start-input-time">
          <DateTimeInput
            min={soonest}
            value={value.at}
            label={texts.startAt}
            invalid={control.invalid}
            describedBy={control.describedBy}
            onBlur={control.onBlur}
            onChange={(at) => control.onChange({ ...value, at })}
          />
          {texts.zone}
        </div>
      )}
    </div>
  );
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
