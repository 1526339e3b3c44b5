import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './dialog-actions.css';

interface DialogActionsProps {
  /** The primary button first, then others. */
  children: ReactNode;
  /** Undefined where nothing can be cancelled. */
  onCancel?: () => void;
}

/** Buttons of a dialog or drawer, from the left: what it is for, other actions, Cancel. */
export function DialogActions({ children, onCancel }: DialogActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="dialog-actions">
      {children}
      {onCancel && <Button onClick={onCancel}>{t('ui.cancel')}</Button>}
    </div>
  );
}
