import { Button } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { useMayMakeOrganizations, useMayMakeSites } from '../../../shared/session/account-reach.ts';
import { changeRole } from '../../../shared/session/session-actions.ts';
import { useHolds, useSession } from '../../../shared/session/session-store.ts';
import { Icon, type IconName } from '../../../shared/ui/Icon.tsx';
import { useSetupSkipped } from '../setup-skipped.ts';
import './home.css';
import './steps.css';

const SetupForm = lazy(() => import('./SetupForm.tsx'));

const STAGES: readonly { icon: IconName; title: MessageKey; text: MessageKey }[] = [
  { icon: 'organization', title: 'home.first.organization', text: 'home.first.organizationText' },
  { icon: 'site', title: 'home.first.site', text: 'home.first.siteText' },
  { icon: 'people', title: 'home.first.people', text: 'home.first.peopleText' },
];

/** The form names the company and creates an organization and a site. */
function useMaySetUp(): boolean {
  const mayName = useHolds('account_manage:operate');
  const mayMakeOrganizations = useMayMakeOrganizations();
  const mayMakeSites = useMayMakeSites();
  return mayName && mayMakeOrganizations && mayMakeSites;
}

/** Setting up an account without organizations; who skips it can come back. */
export function FirstRun() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const maySetUp = useMaySetUp();
  const [skipped, skip] = useSetupSkipped();
  const demo = useSession((state) => state.roles.find((role) => role.demo));

  async function visitDemo(): Promise<void> {
    if (!demo) return;
    await changeRole(demo);
    await navigate('/');
  }

  const demoLink = demo && (
    <Button type="link" onClick={() => void ignoreCallFailure(visitDemo())}>
      {t('home.first.demo')}
    </Button>
  );
  if (maySetUp && !skipped) {
    return (
      <Suspense>
        <SetupForm onSkip={() => skip(true)}>{demoLink}</SetupForm>
      </Suspense>
    );
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
        <Button type="primary" onClick={() => (maySetUp ? skip(false) : void navigate('/topnav/org?new=1'))}>
          {t('home.first.begin')}
        </Button>
        {demoLink}
      </div>
    </section>
  );
}
