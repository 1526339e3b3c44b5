import { ALARM_RULE_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import type { holiday, restTime } from '@airloom/contract/alarms/alarms.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { internationalPhone } from '../form/international-phone.ts';
import { entriesInput } from '../form/many-inputs.tsx';
import type { Control } from '../form/use-schema-form.ts';
import type { MessageKey } from '../i18n/i18n.ts';
import { SpansInput } from './SpansInput.tsx';

const { entriesMax } = ALARM_RULE_LIMITS;

interface NoticeInput<T> {
  label: MessageKey;
  hint: MessageKey;
  wide: true;
  group?: true;
  input(control: Control<T[] | undefined>): ReactNode;
}

interface NoticeInputs {
  emails: NoticeInput<string>;
  phones: NoticeInput<string>;
  restTimes: NoticeInput<z.infer<typeof restTime>>;
  holidays: NoticeInput<z.infer<typeof holiday>>;
}

/** Addresses and quiet times are asked for alike by rules and by notice settings. */
export function useNoticeInputs(): NoticeInputs {
  const { t } = useTranslation();
  return {
    emails: {
      label: 'alarms.page.rule.emails',
      hint: 'alarms.page.rule.entriesHint',
      wide: true,
      input: entriesInput('name@example.org', (entry) => entry.trim()),
    },
    phones: {
      label: 'alarms.page.rule.phones',
      hint: 'alarms.page.rule.entriesHint',
      wide: true,
      input: entriesInput('+48 600100200', (entry) => internationalPhone(entry) ?? entry.trim()),
    },
    restTimes: {
      label: 'alarms.page.rule.restTimes',
      hint: 'alarms.page.rule.restTimesHint',
      wide: true,
      group: true,
      input: (control) => (
        <SpansInput
          control={control}
          kind="time"
          add={t('alarms.page.rule.addRestTime')}
          maximum={entriesMax}
        />
      ),
    },
    holidays: {
      label: 'alarms.page.rule.holidays',
      hint: 'alarms.page.rule.holidaysHint',
      wide: true,
      group: true,
      input: (control) => (
        <SpansInput
          control={control}
          kind="date"
          add={t('alarms.page.rule.addHoliday')}
          maximum={entriesMax}
        />
      ),
    },
  };
}
