import { i18n } from '../i18n/i18n.ts';
import { toast } from './feedback/toast.ts';

/** Says how it went. Without https there is no clipboard; that is a failure like any other. */
export function copyToClipboard(text: string): void {
  const written = navigator.clipboard
    ? navigator.clipboard.writeText(text)
    : Promise.reject(new Error('insecure'));
  written.then(
    () => toast.success(i18n.t('ui.copy.done')),
    () => toast.error(i18n.t('ui.copy.failed')),
  );
}
