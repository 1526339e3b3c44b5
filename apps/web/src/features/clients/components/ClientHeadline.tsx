import type { Hint, TerminalHeadline } from '@airloom/contract/clients/client-problems';
import type { Units } from '@airloom/contract/formats/figures/units';
import { useTranslation } from 'react-i18next';
import { useLanguageStore } from '../../../shared/i18n/i18n.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import './clients.css';
import { HINT_VALUES } from './hint-values.ts';
import { useJoinReason } from './use-join-reason.ts';

function valueOf(problem: Hint | 'deviceOffline', value: number | null, units: Units): string {
  return value === null || problem === 'deviceOffline' ? '' : HINT_VALUES[problem](value, units);
}

function isToday(at: string): boolean {
  return new Date(at).toDateString() === new Date().toDateString();
}

/** What is wrong with a client now, or was last, in words. */
export function ClientHeadline({ headline }: { headline: TerminalHeadline }) {
  const { t } = useTranslation();
  const language = useLanguageStore((state) => state.language);
  const units = useUnits();
  const format = useFormat();
  const reasonText = useJoinReason();
  const { problem, value, at, isNow } = headline;

  function words(): string {
    if (problem === null) return t('terminal-pages.headline.none');
    const time = at === null ? '' : isToday(at) ? format.time(at) : format.dateTime(at);
    if (problem === 'refused') {
      const reason = reasonText(headline.reason);
      const [first = '', ...others] = reason;
      const inSentence = `${first.toLocaleLowerCase(language)}${others.join('')}`;
      return t('terminal-pages.headline.refused', { count: value ?? 1, reason: inSentence, time });
    }
    const shown = t(`terminal-pages.headline.${problem}`, {
      value: valueOf(problem, value, units),
      count: value ?? 0,
    });
    return time === '' ? shown : t('terminal-pages.headline.at', { problem: shown, time });
  }

  return (
    <p className="terminal-headline card" data-tone={problem === null ? 'ok' : isNow ? 'error' : 'warn'}>
      <Icon name={problem === null ? 'check' : 'warning'} />
      <strong>{words()}</strong>
    </p>
  );
}
