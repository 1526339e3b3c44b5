import { useTranslation } from 'react-i18next';
import type { FieldDef } from '../form/SchemaForm.tsx';
import { textInput } from '../form/text-inputs.tsx';
import { browserZone, StartInput } from '../rollout/StartInput.tsx';
import { useClock } from '../ui/use-clock.ts';
import { type applyForm, soonestChange } from './apply-form.ts';

/** Reason and start of a change. */
export function useApplyFields(): readonly FieldDef<typeof applyForm>[] {
  const { t } = useTranslation();
  const clock = useClock();
  return [
    { name: 'reason', label: 'configuration.review.reason', wide: true, input: textInput() },
    {
      name: 'start',
      label: 'configuration.review.when',
      hint: 'configuration.review.windowHint',
      wide: true,
      group: true,
      input: (control) => (
        <StartInput
          control={control}
          soonest={soonestChange(clock)}
          texts={{
            now: t('configuration.review.now'),
            later: t('configuration.review.later'),
            startAt: t('configuration.review.startAt'),
            zone: t('configuration.review.zone', { zone: browserZone() }),
          }}
        />
      ),
    },
  ];
}
