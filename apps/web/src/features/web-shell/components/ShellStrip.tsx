import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';

export interface OpenShell {
  /** One device can have several. */
  readonly key: number;
  readonly deviceUUID: string;
  readonly name: string;
}

interface ShellStripProps {
  shells: readonly OpenShell[];
  active: number | null;
  onSelect(key: number): void;
  onClose(key: number): void;
}

/** The tabs of all open shells. Their terminals stay when another one is shown. */
export function ShellStrip({ shells, active, onSelect, onClose }: ShellStripProps) {
  const { t } = useTranslation();

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = shells.findIndex(({ key }) => key === active);
    const next = shells.at((at + step) % shells.length);
    if (next !== undefined) onSelect(next.key);
  }

  return (
    <div
      className="shell-strip"
      role="tablist"
      tabIndex={-1}
      aria-label={t('web-shell.tabs')}
      onKeyDown={onKeyDown}
    >
      {shells.map(({ key, name }) => (
        <span key={key} className="shell-strip-tab" role="presentation" data-active={key === active}>
          <button
            type="button"
            role="tab"
            aria-selected={key === active}
            tabIndex={key === active ? 0 : -1}
            onClick={() => onSelect(key)}
          >
            {name}
          </button>
          <IconButton
            icon="close"
            size={14}
            label={t('web-shell.close', { name })}
            onClick={() => onClose(key)}
          />
        </span>
      ))}
    </div>
  );
}
