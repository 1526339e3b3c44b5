import type { ReactNode } from 'react';
import { ActionButton } from '../actions/ActionButton.tsx';
import type { Action } from '../actions/action.ts';
import { useOfferCommands } from '../actions/page-actions.ts';
import { useAllowedActions } from '../actions/use-actions.ts';
import './page.css';

interface PageHeaderProps {
  title: string;
  /** One sentence on what the page is for, if its title does not say it all. */
  lead?: ReactNode;
  actions?: readonly Action[];
}

const NONE: readonly Action[] = [];

export function PageHeader({ title, lead, actions = NONE }: PageHeaderProps) {
  const allowed = useAllowedActions(actions);
  useOfferCommands(allowed);
  return (
    <header className="page-header">
      <div className="page-heading">
        <h1>{title}</h1>
        {lead && <p className="page-lead">{lead}</p>}
      </div>
      {allowed.length > 0 && (
        <div className="page-actions">
          {allowed.map((action) => (
            <ActionButton key={action.id} action={action} />
          ))}
        </div>
      )}
    </header>
  );
}
