import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { portCalls } from '@airloom/contract/ports/ports.calls';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { LastReported } from '../../../shared/devices/LastReported.tsx';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';

import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FrontPanel } from '../panel/FrontPanel.tsx';
import { LldpNeighbours } from './LldpNeighbours.tsx';
import { MacTable } from './MacTable.tsx';
import { PortStatus } from './PortStatus.tsx';
import { PortTraffic } from './PortTraffic.tsx';
import { PowerView } from './PowerView.tsx';
import './ports.css';
import { type PortView, viewsOf } from './port-views.ts';

/** Link changes leave the last hour without a report. */
const READ_AGAIN_MS = 60_000;

/** The front panel, and below it one view of the ports; a selection on the panel narrows it. */
export function PortsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  const { report, deviceUUID } = device;
  const views = viewsOf(device);
  const [asked, show] = useAddressValue('view');
  const view = views.find((one) => one === asked) ?? 'status';
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { data } = useCall(
    portCalls.listPortActivity,
    { deviceUUID },
    { every: READ_AGAIN_MS, enabled: report !== null },
  );
  if (report === null || report.ports.length === 0) {
    return (
      <EmptyState icon="switch" title={t('device-detail.port.empty')} text={t('device-detail.notYet')} />
    );
  }
  const activities = data?.ports ?? [];
  const known = selected.filter((name) => report.ports.some((port) => port.name === name));
  const names: Record<PortView, string> = {
    status: t('ports.view.status'),
    power: t('ports.view.power'),
    traffic: t('ports.view.traffic'),
    macTable: t('ports.view.macTable'),
    lldp: t('ports.view.lldp'),
  };
  const part = { device, report, activities, selected: known };
  return (
    <LastReported device={device}>
      <FrontPanel report={report} activities={activities} selected={known} onSelect={setSelected} />
      <div className="ports-bar">
        <CountFilter
          label={t('ports.view.label')}
          counts={views.map((value) => ({ value, label: names[value] }))}
          value={view}
          onChange={(next) => show(next === 'status' ? null : next)}
        />
        <p className="ports-selected" aria-live="polite">
          {known.length > 0 && (
            <>
              {t('ports.selected', { count: known.length })}
              <Button type="link" size="small" onClick={() => setSelected([])}>
                {t('ports.clearSelection')}
              </Button>
            </>
          )}
        </p>
      </div>
      {view === 'status' && <PortStatus {...part} />}
      {view === 'power' && <PowerView {...part} />}
      {view === 'traffic' && <PortTraffic {...part} />}
      {view === 'macTable' && <MacTable {...part} />}
      {view === 'lldp' && <LldpNeighbours {...part} />}
    </LastReported>
  );
}
