import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { portValues } from '@airloom/contract/switches/port-values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { valueWords } from '../../../shared/configuration/difference-words.ts';
import { useWording } from '../../../shared/configuration/use-wording.ts';
import { type Column, Grid } from '../../../shared/table/Grid.tsx';
import '../../../shared/table/table.css';
import { ActionButton } from '../../../shared/ui/actions/ActionButton.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { portIn } from './port-form.ts';
import './settings.css';
import { useSwitchSetting, valueIn } from './switch-setting.ts';
import { usePortEditing } from './use-port-editing.tsx';
import { usePortProfiles } from './use-port-profiles.ts';

interface IsolationRow {
  readonly name: string;
  readonly uplink: boolean;
  readonly isolation: 'open' | 'strict';
  /** As the switch reports it; null when it does not. */
  readonly isIsolated: boolean | null;
}

/** Which ports of a switch reach each other: isolated ones reach only those that are not. */
export function IsolationSettings({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const wording = useWording();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { setting } = useSwitchSetting('switchPorts', device.deviceUUID);
  const { applying } = usePortProfiles(device);
  const { save, dialog, blocked, note } = usePortEditing({
    device,
    setting,
    onApplied: () => setSelected([]),
  });
  const value = valueIn(setting, 'switchPorts');
  const { report } = device;
  const rows = (report?.ports ?? []).map(
    ({ name, uplink }): IsolationRow => ({
      name,
      uplink,
      isolation: portValues(name, portIn(value, name), applying).value.isolation ?? 'open',
      isIsolated: report?.isolatedPorts?.includes(name) ?? null,
    }),
  );
  const columns: readonly Column<IsolationRow>[] = [
    {
      key: 'port',
      title: 'switches.port.name',
      render: ({ name, uplink }) => (
        <span className="switch-port-name">
          {name}
          {uplink && <span className="switch-mark">{t('switches.port.uplink')}</span>}
        </span>
      ),
    },
    {
      key: 'isolation',
      title: 'configuration.field.portIsolation',
      render: ({ isolation }) => valueWords('switch.ports.x.isolation', isolation, wording),
    },
    {
      key: 'reported',
      status: true,
      title: 'switches.isolation.reported',
      render: ({ isIsolated }) =>
        isIsolated !== null && (
          <StatusDot tone={isIsolated ? 'processing' : 'offline'}>
            {t(isIsolated ? 'configuration.value.strict' : 'configuration.value.open')}
          </StatusDot>
        ),
    },
  ];
  if (rows.length === 0)
    return <EmptyState icon="switch" title={t('switches.noPorts')} text={t('switches.noPortsText')} />;
  const set = (isolation: 'open' | 'strict') => void save(selected, { set: { isolation } });
  return (
    <>
      <div className="switch-bar">
        <p>{t('switches.isolation.lead')}</p>
        <ActionButton
          action={{
            id: 'isolatePorts',
            label: t('switches.isolation.isolate'),
            primary: true,
            blocked,
            run: () => set('strict'),
          }}
        />
        <ActionButton
          action={{ id: 'openPorts', label: t('switches.isolation.open'), blocked, run: () => set('open') }}
        />
      </div>
      {note}
      <div className="card">
        <Grid
          label={t('switches.tab.isolation')}
          rows={rows}
          columns={columns}
          rowKey={({ name }) => name}
          rowName={({ name }) => name}
          selection={{ keys: selected, onChange: setSelected }}
          sort={undefined}
          onSort={() => undefined}
          stale={false}
        />
      </div>
      {dialog}
    </>
  );
}
