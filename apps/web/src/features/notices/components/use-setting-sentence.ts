import { ALARM_LEVELS } from '@airloom/contract/alarms/alarms.types';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { labelsOf, reached, type SettingValues, timingOf, withoutContact } from '../setting-form.ts';
import type { Choices } from './use-choices.ts';
import { useSettingTexts } from './use-setting-texts.ts';

const NOON = 'T12:00:00Z';

/** Describes the effect of a setting, to check while filling in the form. */
export function useSettingSentence(): (values: SettingValues, choices: Choices) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useSettingTexts();

  function levels(chosen: SettingValues['levels']): string {
    if (chosen.length === 0) return '';
    if (chosen.length === ALARM_LEVELS.length) return t('notices-page.says.everyLevel');
    const list = ALARM_LEVELS.filter((level) => chosen.includes(level)).map((level) =>
      t(`alarms.level.${level}`),
    );
    return t('notices-page.says.levels', { list: format.list(list) });
  }

  function when(values: SettingValues): string[] {
    const timing = timingOf(values);
    const { escalateMinutes, tellsClears = true } = values;
    const clears = tellsClears ? t('notices-page.says.clears') : t('notices-page.says.noClears');
    switch (timing) {
      case 'atOnce':
        return [t('notices-page.says.atOnce'), clears];
      case 'unconfirmed':
        return [
          Number.isNaN(escalateMinutes)
            ? ''
            : t('notices-page.says.unconfirmed', { count: escalateMinutes ?? 0 }),
          clears,
        ];
      case 'hourly':
        return [t('notices-page.says.hourly')];
      case 'daily':
        return [t('notices-page.says.daily')];
    }
  }

  function rests({ restTimes = [], holidays = [], urgentAlways, levels: chosen }: SettingValues): string[] {
    const day = (date: string): string => format.date(`${date}${NOON}`, 'UTC');
    const span = (from: string, to: string): string =>
      from === to ? from : t('notices-page.says.span', { from, to });
    const times = restTimes.filter(({ from, to }) => from && to).map(({ from, to }) => span(from, to));
    const days = holidays
      .filter(({ from, to }) => from && to)
      .map(({ from, to }) => span(day(from), day(to)));
    if (times.length + days.length === 0) return [];
    return [
      times.length > 0 ? t('notices-page.says.rest', { list: format.list(times) }) : '',
      days.length > 0 ? t('notices-page.says.holidays', { list: format.list(days) }) : '',
      t('notices-page.says.afterwards'),
      urgentAlways && chosen.includes('urgent') ? t('notices-page.says.urgentAlways') : '',
    ];
  }

  function unreached(values: SettingValues, { people, webhooks, idle }: Choices): string[] {
    const { modes = [], peopleUUIDs = [], webhookUUIDs = [] } = values;
    const { mail, sms } = withoutContact(values, people);
    const off = modes.includes('webhook')
      ? labelsOf(
          webhookUUIDs.filter((uuid) => idle.includes(uuid)),
          webhooks,
        )
      : [];
    const toPeople = peopleUUIDs.length > 0 && modes.some((mode) => mode !== 'webhook');
    return [
      toPeople ? t('notices-page.says.notSeen') : '',
      mail.length > 0 ? t('notices-page.says.noMail', { list: format.list(mail) }) : '',
      sms.length > 0 ? t('notices-page.says.noSms', { list: format.list(sms) }) : '',
      off.length > 0 ? t('notices-page.says.webhookOff', { list: format.list(off) }) : '',
    ];
  }

  return (values, choices) => {
    const { enabled = true, modes = [], emails = [], phones = [] } = values;
    const { siteUUIDs = [], peopleUUIDs = [], webhookUUIDs = [] } = values;
    if (!enabled) return t('notices-page.says.off');
    const whom = reached({
      modes,
      emails,
      phones,
      people: labelsOf(peopleUUIDs, choices.people),
      webhooks: labelsOf(webhookUUIDs, choices.webhooks),
    });
    if (whom.length === 0) return t('notices-page.says.nobody');
    return [
      t('notices-page.says.told', { whom: format.list(whom), how: words.how(modes) }),
      levels(values.levels),
      siteUUIDs.length === 0
        ? t('notices-page.says.everywhere')
        : t('notices-page.says.sites', { list: format.list(labelsOf(siteUUIDs, choices.sites)) }),
      ...when(values),
      ...rests(values),
      ...unreached(values, choices),
    ]
      .filter(Boolean)
      .join(' ');
  };
}
