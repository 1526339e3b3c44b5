import { Radio } from 'antd';
import './start-input.css';
import type { Control } from '../form/use-schema-form.ts';

export interface Start {
  later: boolean;
  /** Format of the browser's field, in the browser's time zone. */
  at: string;
}

interface StartInputProps {
  control: Control<Start>;
  /** Earliest time, in the format of the browser's field. */
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
        <label className="start-input-time">
          <input
            type="datetime-local"
            min={soonest}
            value={value.at}
            aria-label={texts.startAt}
            aria-invalid={control.invalid}
            aria-describedby={control.describedBy}
            onBlur={control.onBlur}
            onChange={(event) => control.onChange({ ...value, at: event.target.value })}
          />
          {texts.zone}
        </label>
      )}
    </div>
  );
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
