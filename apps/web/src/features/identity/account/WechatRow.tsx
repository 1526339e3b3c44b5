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
        name={t('identity.security.wechat')}
        value={
          <StatusDot tone={bound ? 'ok' : 'offline'}>
            {t(bound ? 'identity.security.bound' : 'identity.security.notBound')}
          </StatusDot>
        }
        actions={
          <>
            <Button onClick={goToWechat}>{t(bound ? 'identity.change' : 'identity.security.bind')}</Button>
            {bound && (
              <Button onClick={() => setAsked({ answer: null })}>{t('identity.security.unbind')}</Button>
            )}
          </>
        }
      />
      {asked && <WechatDrawer answer={asked.answer} onClose={() => setAsked(null)} />}
    </>
  );
}
