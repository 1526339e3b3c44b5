import type { restTime } from '@airloom/contract/alarms/alarms.model';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Control } from '../form/use-schema-form.ts';
import { IconButton } from '../ui/actions/IconButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import './alarm-parts.css';

type Span = z.infer<typeof restTime>;

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
