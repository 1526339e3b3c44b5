import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ADD_DEVICE } from '../../../shared/devices/add-device.ts';
import type { MessageKey } from '../../../shared/i18n/i18n.ts';
import { useMayMakeOrganizations, useMayMakeSites } from '../../../shared/session/account-reach.ts';
import { useHolds, useSession } from '../../../shared/session/session-store.ts';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { useCounts } from '../home.queries.ts';
import { nextSteps, type Progress, type Step, type StepId } from '../next-steps.ts';
import { useStepsDismissed, useStepsExpected } from '../steps-dismissed.ts';
import './home.css';
import './steps.css';

interface StepText {
  title: MessageKey;
  text: MessageKey;
  to: string;
}

const TEXTS: Readonly<Record<StepId, StepText>> = {
  password: {
    title: 'home.steps.password',
    text: 'home.steps.passwordText',
    to: '/usercenter/accountset?tab=security',
  },
  organization: {
    title: 'home.steps.organization',
    text: 'home.steps.organizationText',
    to: '/topnav/org?new=1',
  },
  site: { title: 'home.steps.site', text: 'home.steps.siteText', to: '/topnav/site?new=1' },
  device: {
    title: 'home.steps.device',
    text: 'home.steps.deviceText',
    to: ADD_DEVICE,
  },
  invite: { title: 'home.steps.invite', text: 'home.steps.inviteText', to: '/topnav/subaccount?new=1' },
  twoFactor: {
    title: 'home.steps.twoFactor',
    text: 'home.steps.twoFactorText',
    to: '/usercenter/accountset?tab=security',
  },
};

function useProgress(): Progress {
  const counts = useCounts();
  const generatedPassword = useSession((state) => state.loginMsg !== '');
  const twoFactor = useSession((state) => state.profile?.twoFactor !== 'off');
  const mayMakeOrganizations = useMayMakeOrganizations();
  const mayMakeSites = useMayMakeSites();
  const mayInvite = useHolds('subaccount_manage:operate');
  const mayBringDevices = useHolds('device_manage:operate');
  return {
    generatedPassword,
    twoFactor,
    organizations: counts.organizations.data?.total,
    sites: counts.sites.data?.total,
    devices: counts.devices.data?.kinds.reduce((sum, kind) => sum + kind.total - kind.neverConnected, 0),
    people: counts.people.data?.total,
    invitations: counts.invitations.data?.total,
    mayMakeOrganizations,
    mayMakeSites,
    mayInvite,
    mayBringDevices,
  };
}

function StepItem({ step }: { step: Step }) {
  const { t } = useTranslation();
  const { title, text, to } = TEXTS[step.id];
  return (
    <li className="home-step" data-done={step.done}>
      <span className="home-step-mark" aria-hidden>
        {step.done && <Icon name="check" size={12} />}
      </span>
      {step.done ? (
        <span>
          <span className="visually-hidden">{t('home.steps.done')}</span> {t(title)}
          <span className="home-step-text">{t(text)}</span>
        </span>
      ) : (
        <span>
          <Link to={to}>{t(title)}</Link>
          <span className="home-step-text">{t(text)}</span>
        </span>
      )}
    </li>
  );
}

/** Number of placeholder lines. */
const UNKNOWN = { organizations: 0, sites: 0, devices: 0, people: 1, invitations: 0 };

/**
 * Recommended next steps by the state of the account; hidden when all are done or dismissed, and in the demo. A
 * placeholder is shown if there were open steps last time.
 */
export function NextSteps() {
  const { t } = useTranslation();
  const inDemo = useSession((state) => state.currentRole?.demo ?? false);
  const [dismissed, dismiss] = useStepsDismissed();
  const [expected, expect] = useStepsExpected();
  const progress = useProgress();
  const known = nextSteps(progress);
  const allDone = known?.every((step) => step.done);
  useEffect(() => {
    if (allDone !== undefined) expect(!allDone);
  }, [allDone, expect]);
  const steps = known ?? (expected ? nextSteps({ ...progress, ...UNKNOWN }) : null);
  if (inDemo || dismissed || steps === null || allDone) return null;
  return (
    <section className="card home-steps" aria-labelledby="home-steps-title" aria-busy={known === null}>
      <header className="home-card-head">
        <h2 id="home-steps-title">{t('home.steps.title')}</h2>
        <span className="home-quiet">
          {t('home.steps.progress', { done: steps.filter((step) => step.done).length, total: steps.length })}
        </span>
        <span className="home-space" />
        <IconButton icon="close" label={t('home.steps.dismiss')} onClick={dismiss} />
      </header>
      <ol className="home-step-list">
        {steps.map((step) => (
          <StepItem key={step.id} step={step} />
        ))}
      </ol>
    </section>
  );
}
