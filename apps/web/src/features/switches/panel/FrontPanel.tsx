import type { DeviceReport } from '@airloom/contract/devices/report.model';
import type { PortActivity } from '@airloom/contract/ports/ports.model';
import { ArrowUp, TriangleAlert, Zap, ZapOff } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../shared/ui/Icon.tsx';
import './front-panel.css';
import { PanelLegend } from './PanelLegend.tsx';
import { labelOf, layOutPanel, neighbourOf } from './panel-layout.ts';
import { type PanelSelection, pressed } from './panel-selection.ts';
import { lookOf, type Port, shortSpeed } from './port-look.ts';
import { usePortWords } from './use-port-words.ts';

interface FrontPanelProps {
  report: Pick<DeviceReport, 'ports' | 'disabledPorts'>;
  activities: readonly PortActivity[];
  /** Names of the selected ports, in the order of the panel. */
  selected: readonly string[];
  onSelect(names: readonly string[]): void;
}

const MARK = 12;

/** The ports as on the device. Arrow keys move, Space selects, Shift selects a range, Ctrl single ports. */
export function FrontPanel({ report, activities, selected, onSelect }: FrontPanelProps) {
  const { t } = useTranslation();
  const wordsOf = usePortWords();
  const list = useRef<HTMLDivElement>(null);
  const [anchor, setAnchor] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const blocks = useMemo(() => layOutPanel(report.ports), [report.ports]);
  const cells = blocks.flatMap((block) => block.cells);
  const order = cells.map(({ name }) => name);
  const ports = new Map(report.ports.map((port) => [port.name, port]));
  const activityOf = new Map(activities.map((activity) => [activity.name, activity]));
  const disabled = new Set(report.disabledPorts);
  const chosen = new Set(selected);
  const current = focused !== null && ports.has(focused) ? focused : (order[0] ?? null);

  function select(next: PanelSelection): void {
    setAnchor(next.anchor);
    onSelect(next.names);
  }

  function press(name: string, range: boolean, toggle: boolean): void {
    setFocused(name);
    select(pressed({ names: selected, anchor }, order, name, { range, toggle }));
  }

  function onClick(name: string, event: MouseEvent): void {
    const touched = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
    press(name, event.shiftKey, event.ctrlKey || event.metaKey || touched);
  }

  function moveTo(name: string): void {
    setFocused(name);
    list.current?.querySelector<HTMLElement>(`[data-port="${CSS.escape(name)}"]`)?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (current === null) return;
    const target = neighbourOf(cells, current, event.key);
    if (target !== null) {
      moveTo(target);
      if (event.shiftKey) {
        const from = anchor ?? current;
        select(pressed({ names: selected, anchor: from }, order, target, { range: true, toggle: false }));
      }
    } else if (event.key === ' ' || event.key === 'Enter') press(current, event.shiftKey, true);
    else if (event.key === 'Escape' && selected.length > 0) select({ names: [], anchor: null });
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey))
      select({ names: order, anchor: current });
    else return;
    event.preventDefault();
  }

  function cell(port: Port, row: number) {
    const { name } = port;
    const activity = activityOf.get(name);
    const look = lookOf(port, disabled.has(name), activity);
    const words = wordsOf(port, look);
    return (
      <div
        key={name}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of a list that is no select
        role="option"
        aria-selected={chosen.has(name)}
        title={words}
        tabIndex={name === current ? 0 : -1}
        className="panel-port"
        data-port={name}
        data-state={look.state}
        data-speed={look.speed ?? undefined}
        data-optical={port.optical === true}
        style={{ gridRow: row + 1 }}
        onClick={(event) => onClick(name, event)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(name)}
      >
        <span className="visually-hidden">{words}</span>
        <span className="panel-number" aria-hidden>
          {labelOf(name)}
        </span>
        <span className="panel-speed" aria-hidden>
          {look.speed !== null && port.speedMbps !== null && shortSpeed(port.speedMbps)}
        </span>
        {look.power !== null && (
          <span className="panel-mark panel-power" data-fault={look.power === 'fault'}>
            <Icon name={look.power === 'fault' ? ZapOff : Zap} size={MARK} />
          </span>
        )}
        {port.uplink && (
          <span className="panel-mark panel-uplink">
            <Icon name={ArrowUp} size={MARK} />
          </span>
        )}
        {look.warnings.length > 0 && (
          <span className="panel-mark panel-warning">
            <Icon name={TriangleAlert} size={MARK} />
          </span>
        )}
      </div>
    );
  }

  return (
    <section className="panel card" aria-label={t('device-detail.port.panel')}>
      <div
        ref={list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot draw a panel
        role="listbox"
        aria-multiselectable
        aria-label={t('ports.panel.ports')}
        className="panel-blocks"
      >
        {blocks.map(({ kind, rows, cells: own }) => (
          <fieldset
            key={own[0]?.name}
            aria-label={kind === 'optical' ? t('ports.panel.optical') : t('ports.panel.copper')}
            className="panel-block"
            data-rows={rows}
            data-kind={kind}
          >
            {own.map(({ name, row }) => {
              const port = ports.get(name);
              return port && cell(port, row);
            })}
          </fieldset>
        ))}
      </div>
      <PanelLegend />
    </section>
  );
}
