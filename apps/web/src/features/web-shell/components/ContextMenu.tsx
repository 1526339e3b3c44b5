import { type KeyboardEvent, useEffect, useRef } from 'react';

interface ContextMenuProps {
  at: { readonly x: number; readonly y: number };
  items: readonly { readonly id: string; readonly label: string; run(): void }[];
  onClose(): void;
}

const WIDTH_PX = 180;
const ITEM_PX = 36;
const EDGE_PX = 8;

/** A menu at the pointer. */
export function ContextMenu({ at, items, onClose }: ContextMenuProps) {
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    menu.current?.querySelector('button')?.focus();
    const closeOutside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !menu.current?.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [onClose]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' || event.key === 'Tab') return onClose();
    const buttons = [...(menu.current?.querySelectorAll('button') ?? [])];
    const focused = buttons.findIndex((button) => button === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    buttons.at((focused + step) % buttons.length)?.focus();
  }

  const left = Math.min(at.x, window.innerWidth - WIDTH_PX - EDGE_PX);
  const top = Math.min(at.y, window.innerHeight - items.length * ITEM_PX - 2 * EDGE_PX);
  return (
    <div
      ref={menu}
      className="shell-menu"
      role="menu"
      tabIndex={-1}
      style={{ left, top, width: WIDTH_PX }}
      onKeyDown={onKeyDown}
    >
      {items.map(({ id, label, run }) => (
        <button
          key={id}
          type="button"
          role="menuitem"
          onClick={() => {
            onClose();
            run();
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
