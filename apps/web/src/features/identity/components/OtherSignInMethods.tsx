import type { OutputOf } from '@airloom/contract/call';
import type { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { useGoToWechat } from '../wechat.ts';
import './gate.css';

type Installation = OutputOf<typeof signInCalls.initDomain>;

/** The sign-in methods beside the password that this installation offers. */
export function OtherSignInMethods({ installation }: { installation: Installation }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const goToWechat = useGoToWechat('login');
  return (
    <>
      <p className="gate-or">{t('identity.login.or')}</p>
      <div className="gate-ways">
        <Link className="gate-way" to={`/smslogin${search}`}>
          <Icon name="send" />
          {t('identity.login.sms')}
        </Link>
        <Link className="gate-way" to={`/applogin${search}`}>
          <Icon name="phone" />
          {t('identity.login.app')}
        </Link>
        {installation.wechat && (
          <button type="button" className="gate-way" onClick={goToWechat}>
            <Icon name="people" />
            {t('identity.login.wechat')}
          </button>
        )}
        {installation.demo && (
          <Link className="gate-way" to="/demo">
            <Icon name="right" />
            {t('identity.login.demo')}
          </Link>
        )}
      </div>
    </>
  );
}
