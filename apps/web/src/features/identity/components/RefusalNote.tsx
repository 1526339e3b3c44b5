import { useTranslation } from 'react-i18next';
import { Icon } from '../../../shared/ui/Icon.tsx';
import type { Refusal } from '../use-refusal.ts';
import './gate.css';

export function RefusalNote({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="gate-alert">
      {refusal.text !== null && (
        <p className="gate-note" data-tone="error">
          <Icon name="warning" />
          {/* The server's text contains a fixed number of seconds; this one counts down. */}
          {refusal.waiting ? t('identity.wait', { count: refusal.seconds }) : refusal.text}
        </p>
      )}
    </div>
  );
}
