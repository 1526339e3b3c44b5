import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { type Drawing, Icon } from '../Icon.tsx';
import { closeOnEscape, focusInside, Popup, placeBy, type TriggerProps } from './Popup.tsx';

export interface MenuItem {
  id: string;
  label: string;
  note?: string | undefined;
  icon?: Drawing | undefined;
  danger?: boolean | undefined;
  /** Why it does nothing now. */
  blocked?: string | undefined;
  /** For choices: whether it is the one. */
  chosen?: boolean | undefined;
  /** The language of the label, when it is not the page's. */
  lang?: string | undefined;
  run(): void;
}

export interface MenuGroup {
  id: string;
  heading?: string;
  items: readonly MenuItem[];
}

const ITEM = '[role^="menuitem"]';

/** Not a space, which presses the item in focus. */
function isLetter({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !altKey && !ctrlKey && !metaKey;
}

/** The next item that begins with the letter. */
function nextWith(items: readonly HTMLElement[], at: number, letter: string): HTMLElement | undefined {
  const wanted = letter.toLowerCase();
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(wanted),
  );
}

function Items({ groups, close }: { groups: readonly MenuGroup[]; close(): void }) {
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const items = [...(list.current?.querySelectorAll<HTMLElement>(ITEM) ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const target = targets[event.key];
    if (event.key === 'Tab') close();
    if (target !== undefined) {
      event.preventDefault();
      items.at(target % items.length)?.focus();
    } else if (isLetter(event)) nextWith(items, at, event.key)?.focus();
  }

  return (
    <div ref={list} role="presentation" onKeyDown={onKeyDown}>
      {groups.map((group, position) => (
        <div
          key={group.id}
          {...(group.heading ? { role: 'group', 'aria-label': group.heading } : { role: 'presentation' })}
        >
          {position > 0 && <div className="menu-line" role="presentation" />}
          {group.heading && (
            <div className="menu-heading" aria-hidden>
              {group.heading}
            </div>
          )}
          {group.items.map((item) => (
            <button
              key={item.id}
              type="button"
              tabIndex={-1}
              role={item.chosen === undefined ? 'menuitem' : 'menuitemradio'}
              {...(item.chosen === undefined ? {} : { 'aria-checked': item.chosen })}
              aria-disabled={item.blocked !== undefined}
              className="menu-item"
              data-danger={item.danger ?? false}
              lang={item.lang}
              onClick={() => {
                if (item.blocked !== undefined) return;
                close();
                item.run();
              }}
            >
              {item.icon && <Icon name={item.icon} />}
              <span className="menu-words">
                {item.label}
                {(item.blocked ?? item.note) && (
                  <span className="menu-note">{item.blocked ?? item.note}</span>
                )}
              </span>
              {item.chosen && <Icon name="check" size={14} />}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

interface MenuProps {
  label: string;
  groups: readonly MenuGroup[];
  align?: 'start' | 'end';
  renderTrigger(props: TriggerProps): ReactNode;
}

export function Menu({ label, groups, align = 'end', renderTrigger }: MenuProps) {
  return (
    <Popup kind="menu" label={label} align={align} renderTrigger={renderTrigger}>
      {(close) => <Items groups={groups} close={close} />}
    </Popup>
  );
}

interface OpenMenuProps {
  label: string;
  groups: readonly MenuGroup[];
  /** Beside which it opens. */
  button: HTMLElement;
  onClose(): void;
}

/** A menu that is open for as long as it is drawn: one for many buttons, where a menu for each would be too many. */
export function OpenMenu({ label, groups, button, onClose }: OpenMenuProps) {
  const popup = useRef<HTMLDivElement>(null);
  const close = () => popup.current?.hidePopover();

  useLayoutEffect(() => {
    const { current } = popup;
    if (current === null) return;
    placeBy(button, current, 'end');
    current.showPopover();
    focusInside(current);
  }, [button]);

  useEffect(() => {
    const onResize = () => popup.current?.hidePopover();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, []);

  return (
    <div
      ref={popup}
      popover="auto"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="popup"
      onKeyDown={closeOnEscape}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      <Items groups={groups} close={close} />
    </div>
  );
}
