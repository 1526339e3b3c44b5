import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PublicHeader } from '../../../shared/ui/layout/PublicHeader.tsx';
import { GateArt } from './GateArt.tsx';
import './gate.css';

interface GateFrameProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Links to other pages, below the card. */
  links?: ReactNode;
}

/** The frame of every page before the console: the product on one side, one card on the other. */
export function GateFrame({ title, lead, children, links }: GateFrameProps) {
  const { t } = useTranslation();
  return (
    <div className="gate">
      <GateArt />
      <PublicHeader />
      <main className="gate-body">
        <div className="gate-side">
          <p className="gate-tagline">{t('identity.frame.tagline')}</p>
          <p className="gate-text">{t('identity.frame.text')}</p>
        </div>
        <div className="gate-column">
          <div className="gate-card">
            <div className="gate-heading">
              <h1>{title}</h1>
              {lead && <p className="gate-lead">{lead}</p>}
            </div>
            <ConfigProvider componentSize="large">{children}</ConfigProvider>
          </div>
          {links && <nav className="gate-links">{links}</nav>}
        </div>
      </main>
    </div>
  );
}
