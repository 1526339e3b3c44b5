import type { TerminalDetail } from '@airloom/contract/clients/online.model';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VirtualTag } from '../../../shared/devices/VirtualTag.tsx';
import { useHolds } from '../../../shared/session/session-store.ts';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { useOfferCommands } from '../../../shared/ui/actions/page-actions.ts';
import { useAllowedActions } from '../../../shared/ui/actions/use-actions.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { BlockDrawer } from './BlockDrawer.tsx';
import { NameInput } from './NameInput.tsx';
import { type Blocking, useTerminalActions } from './use-client-actions.ts';
import { useRename } from './use-rename.ts';

/** Name, state and actions of a client. */
export function TerminalHead({ terminal }: { terminal: TerminalDetail }) {
  const { t } = useTranslation();
  const operates = useHolds('authuserOnline_view:operate');
  const rename = useRename();
  const [editing, setEditing] = useState(false);
  const [blocking, setBlocking] = useState<Blocking | null>(null);
  const { mac, name, hostname, kind, online, isBlocked, blockedUntil } = terminal;
  const shown = name || hostname || displayMac(mac);
  const actions = useTerminalActions(setBlocking)([
    { mac, name: shown, isBlocked, isOnline: online !== null, ...(online ? { band: online.band } : {}) },
  ]);
  const usable = useAllowedActions(actions);
  useOfferCommands(usable);
  return (
    <header className="page-header">
      <div className="page-heading">
        {editing ? (
          <NameInput
            name={name}
            save={(next) => rename({ mac, name }, next)}
            close={() => setEditing(false)}
          />
        ) : (
          <div className="terminal-name">
            <h1>{shown}</h1>
            {operates && (
              <IconButton
                icon="edit"
                label={t('terminal-pages.rename.action', { name: shown })}
                onClick={() => setEditing(true)}
              />
            )}
          </div>
        )}
        <p className="terminal-lead">
          <StatusDot tone={online ? 'ok' : 'offline'}>
            {online ? t('terminal-pages.online') : t('terminal-pages.offline')}
          </StatusDot>
          {online?.virtual === true && <VirtualTag />}
          {isBlocked && (
            <>
              <StatusDot tone="error">{t('terminal-pages.blocked')}</StatusDot>
              <span>
                {blockedUntil === null ? (
                  t('terminal-pages.block.forGood')
                ) : (
                  <>
                    {t('terminal-pages.block.until')} <DateTime at={blockedUntil} />
                  </>
                )}
              </span>
            </>
          )}
          {kind !== 'unknown' && <span>{t(`terminal-pages.kind.${kind}`)}</span>}
        </p>
      </div>
      <div className="page-actions">
        {usable.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
      </div>
      {blocking && <BlockDrawer blocking={blocking} onClose={() => setBlocking(null)} />}
    </header>
  );
}
