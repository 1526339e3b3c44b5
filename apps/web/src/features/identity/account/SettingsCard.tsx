import { type ReactNode, useId } from 'react';
import '../../../shared/ui/layout/page.css';
import './account.css';

interface SettingsCardProps {
  title: string;
  lead?: ReactNode;
  /** At the end of the heading. */
  action?: ReactNode;
  danger?: boolean;
  children: ReactNode;
}

export function SettingsCard({ title, lead, action, danger = false, children }: SettingsCardProps) {
  return (
    <section className="card account-card" data-danger={danger}>
      <header className="account-card-head">
        <div>
          <h2>{title}</h2>
          {lead && <p className="account-lead">{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}

interface SettingRowProps {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
}

/** One setting: its name, its state and its actions. The name distinguishes one "Change" button from another. */
export function SettingRow({ name, value, note, actions }: SettingRowProps) {
  const id = useId();
  return (
    <fieldset className="account-row" aria-labelledby={id}>
      <div id={id} className="account-row-name">
        {name}
      </div>
      <div className="account-row-value">
        {value}
        {note && <p className="account-note">{note}</p>}
      </div>
      {actions && <div className="account-row-actions">{actions}</div>}
    </fieldset>
  );
}
