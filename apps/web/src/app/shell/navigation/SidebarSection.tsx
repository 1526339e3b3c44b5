import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteDef } from '../../../shared/routing/route-def.ts';
import { Popup } from '../../../shared/ui/actions/Popup.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import type { MenuLink } from '../../routing/menu.ts';
import { SidebarLink } from './SidebarLink.tsx';

interface SectionProps {
  section: RouteDef;
  links: readonly MenuLink[];
}

interface SidebarSectionProps extends SectionProps {
  open: boolean;
  onToggle(): void;
  onGo?: (() => void) | undefined;
}

/** A heading that shows and hides its pages. */
export function SidebarSection({ section, links, open, onToggle, onGo }: SidebarSectionProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="nav-link nav-heading"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        <Icon name={section.icon ?? 'right'} />
        <span className="nav-word">{t(section.title)}</span>
        <Icon name={open ? 'down' : 'right'} size={14} />
      </button>
      <ul id={id} className="nav-pages" hidden={!open}>
        {open && links.map((link) => <SidebarLink key={link.to} link={link} onGo={onGo} />)}
      </ul>
    </>
  );
}

/** The same in the collapsed sidebar: its pages open in a popup. */
export function SectionFlyout({ section, links, here }: SectionProps & { here: boolean }) {
  const { t } = useTranslation();
  const title = t(section.title);
  return (
    <Popup
      kind="dialog"
      label={title}
      align="beside"
      width={240}
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          className="nav-link"
          data-here={here}
          aria-label={title}
          title={title}
        >
          <Icon name={section.icon ?? 'right'} />
        </button>
      )}
    >
      {(close) => (
        <>
          <p className="menu-heading">{title}</p>
          <ul>
            {links.map((link) => (
              <SidebarLink key={link.to} link={link} onGo={close} />
            ))}
          </ul>
        </>
      )}
    </Popup>
  );
}
