import type { Topology } from '@airloom/contract/topology/topology.model';
import { LAYOUTS, type Layout } from '@airloom/contract/topology/topology.model';
import { Checkbox, Segmented, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { IconButton } from '../../../shared/ui/actions/IconButton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';

interface ToolbarProps {
  topology: Topology;
  layout: Layout;
  onLayout(layout: Layout): void;
  sought: string | null;
  onSeek(id: string | null): void;
  /** Layout controls are hidden without a diagram. */
  hasDiagram: boolean;
  withStrangers: boolean;
  onStrangers(shown: boolean): void;
  withManagement: boolean;
  onManagement(shown: boolean): void;
  onOpenAll(): void;
  onCloseAll(): void;
}

/** Device search and layout controls. */
export function Toolbar(props: ToolbarProps) {
  const { topology, layout, sought } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const choices = useMemo(
    () =>
      topology.nodes.map(({ deviceUUID, name, mac }) => ({ value: deviceUUID, label: `${name} · ${mac}` })),
    [topology.nodes],
  );
  const names: Readonly<Record<Layout, string>> = {
    right: t('topology.layout.right'),
    down: t('topology.layout.down'),
    radial: t('topology.layout.radial'),
  };
  return (
    <div className="topology-tools" role="toolbar" aria-label={t('topology.tools')}>
      <Select<string>
        className="topology-find"
        aria-label={t('topology.find')}
        placeholder={t('topology.find')}
        prefix={<Icon name="search" />}
        options={choices}
        showSearch={CHOICE_SEARCH}
        allowClear
        value={sought}
        onChange={(id: string | undefined) => props.onSeek(id ?? null)}
      />
      {props.hasDiagram && (
        <>
          <Segmented<Layout>
            aria-label={t('topology.layout.label')}
            options={LAYOUTS.map((value) => ({ value, label: names[value] }))}
            value={layout}
            onChange={props.onLayout}
          />
          {topology.strangers.length > 0 && (
            <Checkbox
              checked={props.withStrangers}
              onChange={(event) => props.onStrangers(event.target.checked)}
            >
              {t('topology.strangers.toggle', { formatted: format.number(topology.strangers.length) })}
            </Checkbox>
          )}
          {topology.links.some(({ kind }) => kind === 'managed') && (
            <Checkbox
              checked={props.withManagement}
              onChange={(event) => props.onManagement(event.target.checked)}
            >
              {t('topology.management')}
            </Checkbox>
          )}
        </>
      )}
      <IconButton icon="expand" label={t('topology.openAll')} onClick={props.onOpenAll} />
      <IconButton icon="collapse" label={t('topology.closeAll')} onClick={props.onCloseAll} />
    </div>
  );
}
