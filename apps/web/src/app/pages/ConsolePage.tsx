import { API_BASE } from '@airloom/contract/call';
import { signInCalls } from '@airloom/contract/identity/sign-in.calls';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../shared/api/use-call.ts';
import { hasToken } from '../../shared/session/session-cookies.ts';
import { Icon } from '../../shared/ui/Icon.tsx';
import { PublicHeader } from '../../shared/ui/layout/PublicHeader.tsx';
import './console.css';

/** Illustration of the name: a woven grid with a signal. */
function Loom() {
  const warp = Array.from({ length: 13 }, (_, index) => 20 + index * 30);
  const weft = Array.from({ length: 9 }, (_, index) => 20 + index * 30);
  return (
    <svg className="console-loom" viewBox="0 0 400 280" aria-hidden focusable="false">
      <g stroke="var(--border)" strokeWidth="1">
        {warp.map((x) => (
          <line key={x} x1={x} x2={x} y1="8" y2="272" />
        ))}
        {weft.map((y) => (
          <line
            key={y}
            x1="8"
            x2="392"
            y1={y}
            y2={y}
            strokeDasharray="15 15"
            strokeDashoffset={y % 60 === 20 ? 0 : 15}
          />
        ))}
      </g>
      <g fill="none" stroke="var(--primary)" strokeWidth="2.5" strokeLinecap="round">
        <path d="M140 140c34-34 86-34 120 0" />
        <path d="M110 110c50-50 130-50 180 0" opacity=".55" />
        <path d="M80 80c66-66 174-66 240 0" opacity=".25" />
      </g>
      <circle cx="200" cy="170" r="7" fill="var(--primary)" />
    </svg>
  );
}

function Doors() {
  const { t } = useTranslation();
  const { data: offers } = useCall(signInCalls.initDomain, {});
  return (
    <div className="console-doors">
      {hasToken() ? (
        <Link className="console-door" data-main to="/">
          {t('shell.console.open')}
        </Link>
      ) : (
        <Link className="console-door" data-main to="/login">
          {t('shell.console.signIn')}
        </Link>
      )}
      {offers?.demo && (
        <Link className="console-door" to="/demo">
          {t('shell.console.demo')}
        </Link>
      )}
      {offers?.registration && (
        <Link className="console-door" to="/register">
          {t('shell.console.register')}
        </Link>
      )}
    </div>
  );
}

/** Public landing page. */
export default function ConsolePage() {
  const { t } = useTranslation();
  const points = [
    { icon: 'site', title: t('shell.console.placesTitle'), text: t('shell.console.placesText') },
    { icon: 'role', title: t('shell.console.peopleTitle'), text: t('shell.console.peopleText') },
    { icon: 'locked', title: t('shell.console.ownTitle'), text: t('shell.console.ownText') },
    { icon: 'external', title: t('shell.console.openTitle'), text: t('shell.console.openText') },
  ] as const;
  return (
    <div className="console">
      <PublicHeader />
      <main>
        <section className="console-hero">
          <div>
            <h1>{t('shell.console.title')}</h1>
            <p className="console-lead">{t('shell.console.lead')}</p>
            <Doors />
          </div>
          <Loom />
        </section>
        <section className="console-points" aria-label={t('shell.console.points')}>
          {points.map((point) => (
            <div key={point.title} className="console-point">
              <Icon name={point.icon} size={20} />
              <h2>{point.title}</h2>
              <p>{point.text}</p>
            </div>
          ))}
        </section>
      </main>
      <footer className="console-foot">
        <a href={`${API_BASE}/docs`}>{t('shell.console.api')}</a>
      </footer>
    </div>
  );
}
