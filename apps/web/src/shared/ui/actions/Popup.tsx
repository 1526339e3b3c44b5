import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import './popup.css';

const GAP_PX = 4;
const BESIDE_GAP_PX = 14;
const EDGE_PX = 8;
const WIDTH_PX = 220;

/** The edge of the button that the popup lines up with; `beside` puts it to the right of the button. */
export type Alignment = 'start' | 'end' | 'beside';

/** What a button needs to open the popup it stands for. */
export interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  popoverTarget: string;
  'aria-expanded': boolean;
  'aria-haspopup': 'menu' | 'dialog';
}

interface PopupProps {
  kind: 'menu' | 'dialog';
  label: string;
  width?: number;
  align?: Alignment;
  renderTrigger(props: TriggerProps): ReactNode;
  /** Drawn only while open. */
  children(close: () => void): ReactNode;
}

function placeBeside(box: DOMRect, popup: HTMLElement, width: number): void {
  const { style } = popup;
  const up = box.top > window.innerHeight / 2;
  style.left = `${box.right + BESIDE_GAP_PX}px`;
  style.width = `${width}px`;
  style.top = up ? 'auto' : `${box.top}px`;
  style.bottom = up ? `${window.innerHeight - box.bottom}px` : 'auto';
  style.maxHeight = `${(up ? box.bottom : window.innerHeight - box.top) - EDGE_PX}px`;
}

/** Puts a popup under its button, or above it where there is more room. */
export function placeBy(button: HTMLElement, popup: HTMLElement, align: Alignment, width = WIDTH_PX): void {
  const box = button.getBoundingClientRect();
  if (align === 'beside') return placeBeside(box, popup, width);
  const below = window.innerHeight - box.bottom;
  const up = below < window.innerHeight / 3 && box.top > below;
  const { style } = popup;
  style.top = up ? 'auto' : `${box.bottom + GAP_PX}px`;
  style.bottom = up ? `${window.innerHeight - box.top + GAP_PX}px` : 'auto';
  const page = document.documentElement.clientWidth;
  const wanted = align === 'start' ? box.left : box.right - width;
  style.width = `${Math.min(width, page - 2 * EDGE_PX)}px`;
  style.left = `${Math.max(EDGE_PX, Math.min(wanted, page - width - EDGE_PX))}px`;
  style.maxHeight = `${(up ? box.top : below) - GAP_PX - EDGE_PX}px`;
}

/** The chosen entry of a menu or what asks for it, else the first thing that can be used. */
export function focusInside(popup: HTMLElement): void {
  const chosen = popup.querySelector<HTMLElement>(
    '[aria-checked="true"][role="menuitemradio"], [data-takes-focus]',
  );
  (chosen ?? popup.querySelector<HTMLElement>('input, button, a'))?.focus();
}

/** A drawer around the popup would close as well. */
export function closeOnEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.hidePopover();
}

/** The browser's own popover: on top of everything, closed by Escape or a click elsewhere. */
export function Popup({
  kind,
  label,
  align = 'start',
  width = WIDTH_PX,
  renderTrigger,
  children,
}: PopupProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => document.getElementById(id)?.hidePopover();

  useEffect(() => {
    if (!open) return;
    const onResize = () => document.getElementById(id)?.hidePopover();
    window.addEventListener('resize', onResize);
    return () => window.removeEventListener('resize', onResize);
  }, [open, id]);

  function beforeToggle(event: ToggleEvent<HTMLDivElement>): void {
    if (event.newState !== 'open' || !button.current) return;
    placeBy(button.current, event.currentTarget, align, width);
    flushSync(() => setOpen(true));
  }

  return (
    <>
      {renderTrigger({
        ref: button,
        popoverTarget: id,
        'aria-expanded': open,
        'aria-haspopup': kind,
      })}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is given; Escape closes it wherever the focus is inside */}
      <div
        id={id}
        popover="auto"
        role={kind}
        aria-label={label}
        className="popup"
        onKeyDown={closeOnEscape}
        onBeforeToggle={beforeToggle}
        onToggle={(event) => {
          if (event.newState === 'closed') setOpen(false);
          else focusInside(event.currentTarget);
        }}
      >
        {open && children(close)}
      </div>
    </>
  );
}
