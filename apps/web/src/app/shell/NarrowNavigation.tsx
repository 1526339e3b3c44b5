import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../shared/ui/IconButton.tsx';
import { Logo } from '../../shared/ui/Logo.tsx';
import { Sidebar } from './Sidebar.tsx';

/** On a narrow screen the sidebar comes out from the side when asked for. */
export function NarrowNavigation() {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <div className="narrow-nav">
      <IconButton icon="menu" label={t('shell.openNavigation')} onClick={() => dialog.current?.showModal()} />
      <dialog ref={dialog} className="nav-drawer" aria-label={t('shell.navigation')} closedby="any">
        <div className="nav-drawer-head">
          <Logo />
          <IconButton
            icon="close"
            label={t('shell.closeNavigation')}
            onClick={() => dialog.current?.close()}
          />
        </div>
        <Sidebar iconsOnly={false} onGo={() => dialog.current?.close()} />
      </dialog>
    </div>
  );
}
