import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { useGoToWechat, useWechatReturn } from '../wechat.ts';
import { SettingRow } from './SettingsCard.tsx';
import { WechatDrawer } from './WechatDrawer.tsx';

type Asked = { answer: { code: string; state: string } | null };

export function WechatRow({ bound }: { bound: boolean }) {
  const { t } = useTranslation();
  const goToWechat = useGoToWechat('bind');
  const [asked, setAsked] = useState<Asked | null>(null);
  useWechatReturn((answer) => setAsked({ answer }));
  return (
    <>
      <SettingRow
        name={t('account.security.wechat')}
        value={
          <StatusDot tone={bound ? 'ok' : 'offline'}>
            {t(bound ? 'account.security.bound' : 'account.security.notBound')}
          </StatusDot>
        }
        actions={
          <>
            <Button onClick={goToWechat}>{t(bound ? 'account.change' : 'account.security.bind')}</Button>
            {bound && (
              <Button onClick={() => setAsked({ answer: null })}>{t('account.security.unbind')}</Button>
            )}
          </>
        }
      />
      {asked && <WechatDrawer answer={asked.answer} onClose={() => setAsked(null)} />}
    </>
  );
}
