import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import './tabs.css';

export interface Tab {
  key: string;
  label: ReactNode;
  children: ReactNode;
}

interface TabsProps {
  label: string;
  activeKey: string;
  onChange(key: string): void;
  items: readonly Tab[];
}

/** Tabs that scroll where there is no room, instead of hiding some behind a button. */
export function Tabs({ label, activeKey, onChange, items }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const active = items.find((item) => item.key === activeKey);

  useEffect(() => {
    const tab = list.current?.querySelector(`[data-key="${activeKey}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [activeKey]);

  /** Counted from the tab in focus: the address, which holds the active one, follows a moment later. */
  function onKeyDown(event: KeyboardEvent): void {
    const focused = event.target instanceof HTMLElement ? event.target.dataset['key'] : undefined;
    const at = items.findIndex((item) => item.key === focused);
    const targets: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const target = targets[event.key];
    const item = target === undefined ? undefined : items.at(target % items.length);
    if (!item) return;
    event.preventDefault();
    onChange(item.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${item.key}"]`)?.focus();
  }

  return (
    <div>
      <div ref={list} role="tablist" tabIndex={-1} aria-label={label} className="tabs" onKeyDown={onKeyDown}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}-${item.key}`}
            data-key={item.key}
            className="tab"
            aria-selected={item.key === activeKey}
            aria-controls={`${id}-panel`}
            tabIndex={item.key === activeKey ? 0 : -1}
            onClick={() => onChange(item.key)}
          >
            {item.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${activeKey}`} key={activeKey}>
        {active?.children}
      </div>
    </div>
  );
}
