import type { restTime } from '@airloom/contract/alarms/alarms.model';
import { Button } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { DateInput, TimeInput } from '../form/moment/moment-inputs.tsx';
import type { Control } from '../form/use-schema-form.ts';
import { IconButton } from '../ui/actions/IconButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import './alarm-parts.css';

type Span = z.infer<typeof restTime>;

interface SpansOptions {
  kind: 'time' | 'date';
  /** The word on the button that adds one. */
  add: string;
  maximum: number;
}

/** Times of a day or days of a year, each from and until. */
export function SpansInput({
  control,
  kind,
  add,
  maximum,
}: { control: Control<Span[] | undefined> } & SpansOptions) {
  const { t } = useTranslation();
  const id = useId();
  const Input = kind === 'time' ? TimeInput : DateInput;
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
            <div key={end} className="alarms-span-end">
              <label htmlFor={`${id}${place}${end}`}>{names[end]}</label>
              <Input
                id={`${id}${place}${end}`}
                value={spans[place]?.[end] ?? ''}
                invalid={control.invalid}
                describedBy={control.describedBy}
                onBlur={control.onBlur}
                onChange={(value) => put(place, { [end]: value })}
              />
            </div>
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
