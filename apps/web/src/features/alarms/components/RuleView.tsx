import type { AlarmRule } from '@airloom/contract/alarms/alarms.model';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { valuesOf } from '../rule-form.ts';
import '../../../shared/alarms/alarm-parts.css';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { useRuleSentence } from './use-rule-sentence.ts';

function spanOf({ from, to }: { from: string; to: string }): string {
  return from === to ? from : `${from} – ${to}`;
}

/** A rule for people who may not change it. */
export default function RuleView({ rule, onClose }: { rule: AlarmRule; onClose(): void }) {
  const format = useFormat();
  const words = useAlarmWords();
  const sentenceOf = useRuleSentence();
  const name = words.rule(rule.name, rule.shipped);
  return (
    <DetailDrawer
      title={name}
      facts={[
        { label: 'alarms.column.type', value: words.type(rule.type) },
        { label: 'alarms.page.rule.description', value: rule.description },
        { label: 'alarms.page.rule.macs', value: format.list(rule.macs) },
        { label: 'alarms.page.rule.emails', value: format.list(rule.emails) },
        { label: 'alarms.page.rule.phones', value: format.list(rule.phones) },
        { label: 'alarms.page.rule.restTimes', value: format.list(rule.restTimes.map(spanOf)) },
        { label: 'alarms.page.rule.holidays', value: format.list(rule.holidays.map(spanOf)) },
        { label: 'alarms.page.rule.repeat', value: format.number(rule.repeat) },
        { label: 'alarms.page.rule.openAlarms', value: format.number(rule.openAlarms) },
        { label: 'alarms.page.rule.updatedAt', value: <DateTime at={rule.updatedAt} /> },
      ]}
      onClose={onClose}
    >
      <p className="alarms-says">{sentenceOf(valuesOf(rule, name))}</p>
    </DetailDrawer>
  );
}
