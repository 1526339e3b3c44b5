import { noticeCalls } from '@airloom/contract/notices/notices.calls';
import type { NoticeSetting } from '@airloom/contract/notices/notices.model';
import { noticeSettingInput } from '@airloom/contract/notices/notices.rules';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { LOG_CALLS, SETTING_CALLS } from '../notices.queries.ts';
import { valuesOf } from '../setting-form.ts';

interface SettingActions {
  ofOne(setting: NoticeSetting): Action[];
  turn(setting: NoticeSetting, on: boolean): void;
}

interface Leads {
  edit(setting: NoticeSetting): void;
  toLog(): void;
}

export function useSettingActions({ edit, toLog }: Leads): SettingActions {
  const { t } = useTranslation();
  const updating = useCommand(noticeCalls.updateNoticeSetting, { refresh: SETTING_CALLS });
  const removing = useCommand(noticeCalls.deleteNoticeSetting, { refresh: SETTING_CALLS });
  const testing = useCommand(noticeCalls.testNoticeSetting, { refresh: LOG_CALLS });

  async function turn(setting: NoticeSetting, enabled: boolean): Promise<void> {
    const { settingUUID } = setting;
    await updating.run({ settingUUID, setting: noticeSettingInput.parse({ ...valuesOf(setting), enabled }) });
  }

  async function test({ settingUUID }: NoticeSetting): Promise<void> {
    const { notices: count } = await testing.run({ settingUUID });
    if (count === 0) toast.warning(t('notices-page.setting.testedNobody'));
    else {
      toast.success(t('notices-page.setting.tested', { count }));
      toLog();
    }
  }

  async function remove({ settingUUID, name }: NoticeSetting): Promise<void> {
    const sure = await confirm({
      title: t('notices-page.setting.deleteTitle', { name }),
      text: t('notices-page.setting.deleteText'),
      action: t('notices-page.setting.delete'),
      danger: true,
    });
    if (!sure) return;
    await removing.run({ settingUUID });
    toast.success(t('notices-page.setting.deleted', { name }));
  }

  return {
    turn: (setting, on) => void ignoreCallFailure(turn(setting, on)),
    ofOne: (setting) => [
      {
        id: 'editNoticeSetting',
        frequent: true,
        label: t('notices-page.setting.edit'),
        icon: 'edit',
        needs: 'alarm_index:operate',
        run: () => edit(setting),
      },
      {
        id: 'testNoticeSetting',
        frequent: true,
        label: t('notices-page.setting.test'),
        icon: 'send',
        needs: 'alarm_index:operate',
        run: () => void ignoreCallFailure(test(setting)),
      },
      {
        id: 'switchNoticeSetting',
        label: setting.enabled ? t('notices-page.setting.turnOff') : t('notices-page.setting.turnOn'),
        icon: setting.enabled ? 'pause' : 'resume',
        needs: 'alarm_index:operate',
        run: () => void ignoreCallFailure(turn(setting, !setting.enabled)),
      },
      {
        id: 'deleteNoticeSetting',
        label: t('notices-page.setting.delete'),
        icon: 'delete',
        danger: true,
        needs: 'alarm_index:operate',
        run: () => void ignoreCallFailure(remove(setting)),
      },
    ],
  };
}
