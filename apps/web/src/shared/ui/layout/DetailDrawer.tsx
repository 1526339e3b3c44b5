import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageKey } from '../../i18n/i18n.ts';
import { ActionButton } from '../actions/ActionButton.tsx';
import type { Action } from '../actions/action.ts';
import './detail-drawer.css';
import { useAllowedActions } from '../actions/use-actions.ts';
import { SideDrawer } from './SideDrawer.tsx';

export interface Fact {
  label: MessageKey;
  /** An empty text or null leaves the fact out. */
  value: ReactNode;
}

interface DetailDrawerProps {
  title: ReactNode;
  facts: readonly Fact[];
  actions?: readonly Action[];
  wide?: boolean;
  onClose(): void;
  children?: ReactNode;
}

const NONE: readonly Action[] = [];

/** One thing of a list: what is known of it, and what can be done with it. Mount it only while open. */
export function DetailDrawer({ title, facts, actions = NONE, wide, onClose, children }: DetailDrawerProps) {
  const { t } = useTranslation();
  const allowed = useAllowedActions(actions);
  const known = facts.filter((fact) => fact.value !== '' && fact.value !== null);
  return (
    <SideDrawer title={title} wide={wide} onClose={onClose}>
      <div className="detail">
        {allowed.length > 0 && (
          <div className="page-actions">
            {allowed.map((action) => (
              <ActionButton key={action.id} action={action} />
            ))}
          </div>
        )}
        {known.length > 0 && (
          <dl className="detail-facts">
            {known.map((fact) => (
              <div key={fact.label} className="detail-fact">
                <dt>{t(fact.label)}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {children}
      </div>
    </SideDrawer>
  );
}
