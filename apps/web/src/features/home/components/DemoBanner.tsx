import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { placeOf } from '../../../shared/session/place.ts';
import { changeRole, signOut } from '../../../shared/session/session-actions.ts';
import { useHolds, useSession } from '../../../shared/session/session-store.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { isTelling } from '../demo-telling.ts';
import { useHealth, useNow } from '../home.queries.ts';
import './home.css';
import './demo.css';

/** An empty demo would look broken: whoever comes in its first minutes is told that more is on its way. */
function Telling() {
  const { t } = useTranslation();
  const everywhere = placeOf(null);
  const [health, now] = [useHealth(everywhere), useNow(everywhere)];
  return <output>{isTelling(health.data?.totals, now.data) && t('home.demo.telling')}</output>;
}

/** In the demo nothing is real: said at once, with the way out. */
export function DemoBanner() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const inDemo = useSession((state) => state.currentRole?.demo ?? false);
  const own = useSession((state) => state.roles.find((role) => !role.demo));
  const owns = useHolds('account_manage:operate');
  const sees = useHolds('statistics');
  if (!inDemo) return null;

  async function leave(): Promise<void> {
    if (own) await changeRole(own);
    else await signOut();
    await navigate('/');
  }

  return (
    <section className="home-demo" aria-labelledby="home-demo-title">
      <Icon name="warning" size={20} />
      <div className="home-demo-words">
        <h2 id="home-demo-title">{t('home.demo.title')}</h2>
        <p>{t(owns ? 'home.demo.owner' : 'home.demo.visitor')}</p>
        {sees && <Telling />}
      </div>
      <div className="home-demo-actions">
        {owns && <Link to="/usercenter/accountset?tab=close">{t('home.demo.remove')}</Link>}
        <Button icon={<Icon name="signOut" />} onClick={() => void ignoreCallFailure(leave())}>
          {own ? t('home.demo.back', { account: own.accountName }) : t('home.demo.leave')}
        </Button>
      </div>
    </section>
  );
}
