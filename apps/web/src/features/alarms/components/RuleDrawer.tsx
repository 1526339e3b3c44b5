import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { AlarmRule } from '@airloom/contract/alarms/alarms.model';
import { alarmRuleInput } from '@airloom/contract/alarms/alarms.rules';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { RULE_CALLS } from '../alarms.queries.ts';
import { emptyRule, valuesOf } from '../rule-form.ts';
import '../../../shared/alarms/alarm-parts.css';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { useRuleFields } from './use-rule-fields.tsx';
import { useRuleSentence } from './use-rule-sentence.ts';

const FIRST_TYPE = 'deviceOffline';

/** A new or existing rule; a sentence above the fields describes its effect. */
export default function RuleDrawer({ rule, onClose }: { rule: AlarmRule | null; onClose(): void }) {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const sentenceOf = useRuleSentence();
  const creating = useCommand(alarmCalls.createAlarmRule, { refresh: RULE_CALLS });
  const updating = useCommand(alarmCalls.updateAlarmRule, { refresh: RULE_CALLS });
  const called = rule && words.rule(rule.name, rule.shipped);
  const form = useSchemaForm({
    schema: alarmRuleInput,
    initial: rule && called !== null ? valuesOf(rule, called) : emptyRule(FIRST_TYPE, words.type(FIRST_TYPE)),
    async submit(values) {
      if (rule === null) await creating.run(values);
      else await updating.run({ ruleUUID: rule.ruleUUID, rule: values });
      toast.success(t('alarms.page.rule.saved', { name: values.name }));
    },
  });
  const fields = useRuleFields(form);
  return (
    <FormDrawer
      open
      wide
      title={called ?? t('alarms.page.rule.new')}
      form={form}
      fields={fields}
      onClose={onClose}
    >
      <output className="alarms-says">{sentenceOf(form.values)}</output>
    </FormDrawer>
  );
}
