import type { ReactNode } from 'react';
import { ActionButton } from '../actions/ActionButton.tsx';
import type { Action } from '../actions/action.ts';
import { useAllowedActions } from '../actions/use-actions.ts';
import { Icon, type IconName } from '../Icon.tsx';
import '../layout/page.css';

interface EmptyStateProps {
  icon?: IconName;
  /** The noun: “No sites yet”. */
  title: string;
  text?: ReactNode;
  /** The one thing to do about it. */
  action?: Action | undefined;
  /** Another way to it. */
  second?: Action | undefined;
}

export function EmptyState({ icon = 'empty', title, text, action, second }: EmptyStateProps) {
  const allowed = useAllowedActions([action, second].flatMap((one) => one ?? []));
  return (
    <div className="state">
      <Icon name={icon} size={28} />
      <p className="state-title">{title}</p>
      {text && <p className="state-text">{text}</p>}
      {allowed.length > 0 && (
        <div className="state-actions">
          {allowed.map((one) => (
            <ActionButton key={one.id} action={one} />
          ))}
        </div>
      )}
    </div>
  );
}
