import { DAY_END } from '@airloom/contract/formats/text/time';
import { WIRELESS_LIMITS } from '@airloom/contract/wireless/wireless.limits';
import type { timeSlot } from '@airloom/contract/wireless/wireless-network.rules';
import { Button } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Issues } from '../../../shared/form/issues.ts';
import { TimeInput } from '../../../shared/form/moment/moment-inputs.tsx';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { endInField, endOfField } from '../off-time-field.ts';
import './wireless.css';

type Slot = z.input<typeof timeSlot>;

interface OffTimesInputProps {
  control: Control<Slot[] | undefined>;
  issues: Issues;
}

const NIGHT: Slot = { start: '22:00', end: DAY_END };

/** Daily times at which a network is off, in the local time of the site. */
export function OffTimesInput({ control, issues }: OffTimesInputProps) {
  const { t } = useTranslation();
  const id = useId();
  const slots = control.value ?? [];
  const places = Array.from(slots, (_, place) => place);

  function put(place: number, change: Partial<Slot>): void {
    control.onChange(slots.map((slot, at) => (at === place ? { ...slot, ...change } : slot)));
  }

  const inputOf = (place: number, part: keyof Slot) => ({
    id: `${id}${place}${part}`,
    invalid: issues[`${control.name}.${place}.${part}`] !== undefined,
    describedBy: control.describedBy,
    onBlur: control.onBlur,
  });

  return (
    <div className="wireless-rows">
      {places.map((place) => (
        <div key={place} className="wireless-row">
          <div className="wireless-time">
            <label htmlFor={`${id}${place}start`}>{t('wireless.offTimes.start')}</label>
            <TimeInput
              {...inputOf(place, 'start')}
              value={slots[place]?.start ?? ''}
              onChange={(start) => put(place, { start })}
            />
          </div>
          <div className="wireless-time">
            <label htmlFor={`${id}${place}end`}>{t('wireless.offTimes.end')}</label>
            <TimeInput
              {...inputOf(place, 'end')}
              value={endInField(slots[place]?.end ?? '')}
              onChange={(end) => put(place, { end: endOfField(end) })}
            />
          </div>
          <Button
            type="text"
            icon={<Icon name="close" />}
            aria-label={t('wireless.offTimes.remove', { number: place + 1 })}
            onClick={() => control.onChange(slots.filter((_, at) => at !== place))}
          />
        </div>
      ))}
      {slots.length < WIRELESS_LIMITS.disableTimeSlotsMax && (
        <div>
          <Button
            icon={<Icon name="plus" size={14} />}
            onClick={() => control.onChange([...slots, { ...NIGHT }])}
          >
            {t('wireless.offTimes.add')}
          </Button>
        </div>
      )}
    </div>
  );
}
