import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { LanguageMenu } from '../../../shared/ui/actions/LanguageMenu.tsx';
import { ThemeMenu } from '../../../shared/ui/actions/ThemeMenu.tsx';
import { useLayer } from '../../../shared/ui/layers.ts';
import { Logo } from '../../../shared/ui/layout/Logo.tsx';
import './narrow-navigation.css';
import { Sidebar } from './Sidebar.tsx';

/** On a narrow screen the sidebar opens as a drawer. */
export function NarrowNavigation() {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => dialog.current?.close();
  useLayer(open, close);

  function show(): void {
    setOpen(true);
    dialog.current?.showModal();
  }

  return (
    <div className="narrow-nav">
      <IconButton icon="menu" label={t('shell.openNavigation')} onClick={show} />
      <dialog
        ref={dialog}
        className="nav-drawer"
        aria-label={t('shell.navigation')}
        closedby="any"
        onClose={() => setOpen(false)}
      >
        {open && (
          <>
            <div className="nav-drawer-head">
              <Logo />
              <span className="nav-drawer-looks">
                <LanguageMenu />
                <ThemeMenu />
              </span>
              <IconButton icon="close" label={t('shell.closeNavigation')} onClick={close} />
            </div>
            <Sidebar iconsOnly={false} onGo={close} />
          </>
        )}
      </dialog>
    </div>
  );
}
