import { identityCalls } from '@airloom/contract/identity/identity.calls';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { useGoToWechat, useWechatReturn } from '../wechat.ts';
import { refreshSelf } from './refresh-self.ts';
import { SettingRow } from './SettingsCard.tsx';

export function WechatRow({ bound }: { bound: boolean }) {
  const { t } = useTranslation();
  const goToWechat = useGoToWechat('bind');
  const bind = useCommand(identityCalls.wechatBind, {
    onDone() {
      toast.success(t('identity.saved'));
      void refreshSelf();
    },
  });
  useWechatReturn(bind.start);
  return (
    <SettingRow
      name={t('identity.security.wechat')}
      value={
        <StatusDot tone={bound ? 'ok' : 'offline'}>
          {t(bound ? 'identity.security.bound' : 'identity.security.notBound')}
        </StatusDot>
      }
      actions={
        <Button loading={bind.pending} onClick={goToWechat}>
          {t(bound ? 'identity.change' : 'identity.security.bind')}
        </Button>
      }
    />
  );
}
