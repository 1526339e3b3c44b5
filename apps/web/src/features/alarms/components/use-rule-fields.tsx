import { ALARM_TYPE_NAMES, type AlarmType, alarmType } from '@airloom/contract/alarms/alarms.types';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { useNoticeInputs } from '../../../shared/alarms/use-notice-inputs.tsx';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { entriesInput, fewInput, manyInput } from '../../../shared/form/many-inputs.tsx';
import { numberInput, selectInput, switchInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import type { SchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { asksKinds, type RuleForm, usualOf } from '../rule-form.ts';
import { RuleModes } from './RuleModes.tsx';
import { LevelsInput } from './rule-inputs.tsx';

const isTerminal = (type: AlarmType) => alarmType(type).subject === 'terminal';

/** Condition of the rule: the type first, then the fields of that type. */
function useWatchFields(form: SchemaForm<RuleForm>): readonly FieldDef<RuleForm>[] {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const kinds = useKindNames();
  const sites = useSiteChoices();
  const { type, name } = form.values;
  const types = selectInput({
    choices: ALARM_TYPE_NAMES.map((value) => ({ value, label: words.type(value) })),
  });

  /** Another type has other units: values of the old one do not apply. */
  function choose(next: AlarmType | undefined): void {
    if (next === undefined || next === type) return;
    const { kinds: none, levels, holdMinutes, macs } = usualOf(next);
    form.set('type', next);
    form.set('kinds', none);
    form.set('levels', levels);
    form.set('holdMinutes', holdMinutes);
    form.set('macs', macs);
    if (name === words.type(type)) form.set('name', words.type(next));
  }

  return [
    {
      name: 'type',
      label: 'alarms.column.type',
      wide: true,
      input: (control) => types({ ...control, onChange: choose }),
    },
    {
      name: 'name',
      label: 'alarms.page.rule.name',
      wide: true,
      input: textInput({ autoComplete: 'off' }),
    },
    {
      name: 'levels',
      label: 'alarms.page.rule.levels',
      wide: true,
      group: true,
      input: (control) => <LevelsInput control={control} type={type} />,
    },
    {
      name: 'holdMinutes',
      label: 'alarms.page.rule.hold',
      hint: 'alarms.page.rule.holdHint',
      wide: true,
      when: (values) => alarmType(values.type).holds,
      input: numberInput({ suffix: words.unit('minutes', form.values.holdMinutes ?? 0) }),
    },
    {
      name: 'kinds',
      label: 'alarms.page.rule.kinds',
      hint: 'alarms.page.rule.kindsHint',
      wide: true,
      group: true,
      when: (values) => asksKinds(values.type),
      input: fewInput(alarmType(type).kinds.map((value) => ({ value, label: kinds[value] }))),
    },
    {
      name: 'macs',
      label: 'alarms.page.rule.macs',
      hint: 'alarms.page.rule.macsHint',
      wide: true,
      when: (values) => isTerminal(values.type),
      input: entriesInput('90-3C-B3-BB-1D-A8', displayMac),
    },
    {
      name: 'siteUUIDs',
      label: 'alarms.page.rule.sites',
      wide: true,
      input: manyInput(sites, t('alarms.page.rule.everywhere')),
    },
  ];
}

/** Recipients, modes and times. */
function useNoticeFields(): readonly FieldDef<RuleForm>[] {
  const { emails, phones, restTimes, holidays } = useNoticeInputs();
  return [
    {
      name: 'modes',
      label: 'alarms.page.rule.modes',
      wide: true,
      group: true,
      input: (control) => <RuleModes control={control} />,
    },
    { name: 'emails', ...emails, when: (values) => values.modes?.includes('mail') ?? false },
    { name: 'phones', ...phones, when: (values) => values.modes?.includes('sms') ?? false },
    { name: 'restTimes', ...restTimes },
    { name: 'holidays', ...holidays },
    {
      name: 'repeat',
      label: 'alarms.page.rule.repeat',
      hint: 'alarms.page.rule.repeatHint',
      wide: true,
      input: numberInput(),
    },
  ];
}

export function useRuleFields(form: SchemaForm<RuleForm>): readonly FieldDef<RuleForm>[] {
  return [
    ...useWatchFields(form),
    ...useNoticeFields(),
    { name: 'description', label: 'alarms.page.rule.description', wide: true, input: textInput() },
    { name: 'enabled', label: 'alarms.page.rule.enabled', inline: true, input: switchInput() },
  ];
}
