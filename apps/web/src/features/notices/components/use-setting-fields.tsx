import { NOTICE_MODES } from '@airloom/contract/alarms/alarms.model';
import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import { useTranslation } from 'react-i18next';
import { useModeNames } from '../../../shared/alarms/use-mode-names.ts';
import { useNoticeInputs } from '../../../shared/alarms/use-notice-inputs.tsx';
import { WebhooksLink } from '../../../shared/alarms/WebhooksLink.tsx';
import { fewInput, foundInput, manyInput } from '../../../shared/form/many-inputs.tsx';
import { numberInput, selectInput, switchInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import type { SchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useSeesWholeAccount } from '../../../shared/session/account-reach.ts';
import { type SettingForm, TIMINGS, type Timing, timed, timingOf } from '../setting-form.ts';
import type { Choices } from './use-choices.ts';
import { useSettingTexts } from './use-setting-texts.ts';

type Fields = readonly FieldDef<SettingForm>[];

/** Which alarms. */
function useAboutFields({ sites }: Choices): Fields {
  const { t } = useTranslation();
  const seesWhole = useSeesWholeAccount();
  return [
    {
      name: 'name',
      label: 'notices-page.setting.name',
      wide: true,
      input: textInput({ autoComplete: 'off', autoFocus: true }),
    },
    {
      name: 'levels',
      label: 'notices-page.setting.levels',
      wide: true,
      group: true,
      input: fewInput(ALARM_LEVELS.map((value) => ({ value, label: t(`alarms.level.${value}`) }))),
    },
    {
      name: 'siteUUIDs',
      label: 'notices-page.setting.sites',
      wide: true,
      input: manyInput(
        sites,
        seesWhole ? t('notices-page.setting.everywhere') : t('notices-page.setting.chooseSites'),
      ),
    },
  ];
}

/** Recipients and modes. */
function useWhomFields({ found, webhooks, anyWebhook }: Choices): Fields {
  const { t } = useTranslation();
  const modes = useModeNames();
  const { emails, phones } = useNoticeInputs();
  const chooseWebhooks = manyInput(webhooks, t('notices-page.setting.chooseWebhooks'));
  return [
    {
      name: 'modes',
      label: 'notices-page.setting.modes',
      wide: true,
      group: true,
      input: fewInput(NOTICE_MODES.map((value) => ({ value, label: modes[value] }))),
    },
    {
      name: 'peopleUUIDs',
      label: 'notices-page.setting.people',
      hint: 'notices-page.setting.peopleHint',
      wide: true,
      when: (values) => values.modes?.some((mode) => mode !== 'webhook') ?? false,
      input: foundInput(found.found, t('notices-page.setting.choosePeople'), found),
    },
    { name: 'emails', ...emails, when: (values) => values.modes?.includes('mail') ?? false },
    { name: 'phones', ...phones, when: (values) => values.modes?.includes('sms') ?? false },
    {
      name: 'webhookUUIDs',
      label: 'notices-page.setting.webhooks',
      wide: true,
      when: (values) => values.modes?.includes('webhook') ?? false,
      input: (control) => (
        <>
          {chooseWebhooks(control)}
          {anyWebhook === false && (
            <p className="field-hint">
              {t('notices-page.setting.noWebhooks')}{' '}
              <WebhooksLink>{t('notices-page.setting.toWebhooks')}</WebhooksLink>
            </p>
          )}
        </>
      ),
    },
  ];
}

/** Timing and quiet hours. */
function useTimeFields(form: SchemaForm<SettingForm>): Fields {
  const words = useSettingTexts();
  const { restTimes, holidays } = useNoticeInputs();
  const minutes = numberInput();
  const timings = selectInput<Timing>({
    choices: TIMINGS.map((value) => ({ value, label: words.timing(value) })),
  });

  function choose(timing: Timing | undefined): void {
    if (timing === undefined || timing === timingOf(form.values)) return;
    const { digest, escalateMinutes } = timed(timing);
    form.set('digest', digest);
    form.set('escalateMinutes', escalateMinutes);
  }

  return [
    {
      name: 'digest',
      label: 'notices-page.setting.when',
      input: (control) => timings({ ...control, value: timingOf(form.values), onChange: choose }),
    },
    {
      name: 'escalateMinutes',
      label: 'notices-page.setting.minutes',
      required: true,
      when: (values) => timingOf(values) === 'unconfirmed',
      input: ({ value, onChange, ...control }) =>
        minutes({
          ...control,
          value: Number.isNaN(value) ? null : value,
          // Empty while another number is typed: not the same as "at once".
          onChange: (typed) => onChange(typed ?? Number.NaN),
        }),
    },
    {
      name: 'tellsClears',
      label: 'notices-page.setting.tellsClears',
      wide: true,
      inline: true,
      // A digest includes cleared alarms.
      when: (values) => values.digest === 'none',
      input: switchInput(),
    },
    { name: 'restTimes', ...restTimes },
    { name: 'holidays', ...holidays },
    {
      name: 'urgentAlways',
      label: 'notices-page.setting.urgentAlways',
      wide: true,
      inline: true,
      when: (values) => (values.restTimes ?? []).length + (values.holidays ?? []).length > 0,
      input: switchInput(),
    },
  ];
}

export function useSettingFields(form: SchemaForm<SettingForm>, choices: Choices): Fields {
  return [
    ...useAboutFields(choices),
    ...useWhomFields(choices),
    ...useTimeFields(form),
    { name: 'enabled', label: 'notices-page.setting.enabled', inline: true, input: switchInput() },
  ];
}
