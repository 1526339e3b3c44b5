import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { AlarmRule } from '@airloom/contract/alarms/alarms.model';
import { useTranslation } from 'react-i18next';
import { useAlarmWords } from '../../../shared/alarms/use-alarm-words.ts';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { RULE_CALLS } from '../alarms.queries.ts';

interface RuleActions {
  ofOne(rule: AlarmRule): Action[];
  /** Enables or disables; asks before active alarms are cleared by that. */
  turn(rule: AlarmRule, on: boolean): void;
}

export function useRuleActions(edit: (rule: AlarmRule) => void): RuleActions {
  const { t } = useTranslation();
  const words = useAlarmWords();
  const switching = useCommand(alarmCalls.switchAlarmRule, { refresh: RULE_CALLS });
  const removing = useCommand(alarmCalls.deleteAlarmRule, { refresh: RULE_CALLS });

  async function turn(rule: AlarmRule, enabled: boolean): Promise<void> {
    const { ruleUUID, openAlarms: count } = rule;
    const sure =
      enabled ||
      count === 0 ||
      (await confirm({
        title: t('alarms.page.rule.offTitle', { name: words.rule(rule.name, rule.shipped) }),
        text: t('alarms.page.rule.endsText', { count }),
        action: t('alarms.page.rule.turnOff'),
      }));
    if (sure) await switching.run({ ruleUUID, enabled });
  }

  async function remove(rule: AlarmRule): Promise<void> {
    const { ruleUUID, openAlarms: count } = rule;
    const name = words.rule(rule.name, rule.shipped);
    const sure = await confirm({
      title: t('alarms.page.rule.deleteTitle', { name }),
      text: t('alarms.page.rule.endsText', { count }),
      action: t('alarms.page.delete.action'),
      danger: true,
    });
    if (!sure) return;
    await removing.run({ ruleUUID });
    toast.success(t('alarms.page.rule.deleted', { name }));
  }

  return {
    turn: (rule, on) => void ignoreCallFailure(turn(rule, on)),
    ofOne: (rule) => [
      {
        id: 'editRule',
        frequent: true,
        label: t('alarms.page.rule.edit'),
        icon: 'edit',
        needs: 'alarm_rule:operate',
        run: () => edit(rule),
      },
      {
        id: 'switchRule',
        label: rule.enabled ? t('alarms.page.rule.turnOff') : t('alarms.page.rule.turnOn'),
        icon: rule.enabled ? 'pause' : 'resume',
        needs: 'alarm_rule:operate',
        run: () => void ignoreCallFailure(turn(rule, !rule.enabled)),
      },
      {
        id: 'deleteRule',
        label: t('alarms.page.delete.action'),
        icon: 'delete',
        danger: true,
        needs: 'alarm_rule:operate',
        run: () => void ignoreCallFailure(remove(rule)),
      },
    ],
  };
}
