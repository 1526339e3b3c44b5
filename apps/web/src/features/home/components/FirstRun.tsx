import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { changeRole } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import './home.css';
import './steps.css';

const STAGES: readonly { icon: IconName; title: MessageKey; text: MessageKey }[] = [
  { icon: 'organization', title: 'home.first.organization', text: 'home.first.organizationText' },
  { icon: 'site', title: 'home.first.site', text: 'home.first.siteText' },
  { icon: 'people', title: 'home.first.people', text: 'home.first.peopleText' },
];

/** An account without a single organization: what to do first, and what comes after. */
export function FirstRun() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const demo = useSession((state) => state.roles.find((role) => role.demo));

  async function visitDemo(): Promise<void> {
    if (!demo) return;
    await changeRole(demo);
    await navigate('/');
  }

  return (
    <section className="card home-first" aria-labelledby="home-first-title">
      <h2 id="home-first-title">{t('home.first.title')}</h2>
      <p className="home-quiet">{t('home.first.text')}</p>
      <ol className="home-stages">
        {STAGES.map(({ icon, title, text }) => (
          <li key={title} className="home-stage">
            <span className="home-stage-icon">
              <Icon name={icon} size={20} />
            </span>
            <h3>{t(title)}</h3>
            <p className="home-quiet">{t(text)}</p>
          </li>
        ))}
      </ol>
      <div className="page-actions">
        <Button type="primary" icon={<Icon name="plus" />} onClick={() => void navigate('/topnav/org?new=1')}>
          {t('home.first.begin')}
        </Button>
        {demo && (
          <Button type="link" onClick={() => void ignoreCallFailure(visitDemo())}>
            {t('home.first.demo')}
          </Button>
        )}
      </div>
    </section>
  );
}
