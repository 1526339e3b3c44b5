import { type ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import type { EffectiveView } from '@airloom/contract/configuration/configuration.model';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../../shared/api/call.ts';
import { ignoreCallFailure } from '../../../../shared/api/ignore-call-failure.ts';
import { useCall } from '../../../../shared/api/use-call.ts';
import '../../../../shared/configuration/configuration.css';
import { bandName } from '../../../../shared/configuration/band-name.ts';
import { NETWORKS_PAGE } from '../../../../shared/configuration/change-page.ts';
import {
  KIND_KEYS,
  limitationWords,
  SKIP_KEYS,
} from '../../../../shared/configuration/configuration-names.ts';
import { ReviewChange } from '../../../../shared/configuration/ReviewChange.tsx';
import { devicePage } from '../../../../shared/devices/device-page.ts';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../../shared/ui/feedback/Skeleton.tsx';
import {
  type EffectiveGroup,
  type EffectiveValue,
  groupValues,
  withoutOverride,
} from '../effective-values.ts';
import { EffectiveTable } from '../parts/EffectiveTable.tsx';

function useVersionWords({ runs, newest }: EffectiveView): string {
  const { t } = useTranslation();
  if (newest === null) return t('configuration.effective.noVersion');
  if (runs === null) return t('configuration.effective.runsNone', { newest });
  return runs === newest
    ? t('configuration.effective.runs', { runs })
    : t('configuration.effective.runsOld', { runs, newest });
}

/** Versions, and what keeps the device from having all its settings. */
function Standing({ settings, review }: { settings: EffectiveView; review: (() => void) | null }) {
  const { t } = useTranslation();
  const versions = useVersionWords(settings);
  const { skipped, pending, rejected, unsupported } = settings;
  return (
    <>
      <p className="device-quiet">{versions}</p>
      {skipped !== null && (
        <p className="device-quiet">
          {t('configuration.effective.skipped', { reason: t(SKIP_KEYS[skipped]) })}
        </p>
      )}
      {pending && (
        <div className="config-note">
          <p>{t('configuration.effective.pending')}</p>
          {review && (
            <Button size="small" onClick={review}>
              {t('configuration.effective.review')}
            </Button>
          )}
        </div>
      )}
      <Problems title={t('configuration.effective.rejected')} lines={rejected} />
      <Problems
        title={t('configuration.effective.unsupported')}
        lines={unsupported.map((limitation) => limitationWords(limitation, t))}
      />
    </>
  );
}

function Problems({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div className="config-conflict">
      <p className="config-conflict-title">{title}</p>
      <ul>
        {[...new Set(lines)].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function useGroupName(): (group: EffectiveGroup) => string {
  const { t } = useTranslation();
  return ({ network, band, port, guestAccess }) => {
    if (network !== null) return network;
    if (guestAccess !== null) return t(KIND_KEYS[guestAccess]);
    if (port !== null) return t('configuration.effective.port', { name: port });
    return band === null
      ? t('configuration.effective.other')
      : t('configuration.effective.radio', { band: bandName(band, t) });
  };
}

/** Without settings: the configuration to take over, or what can be set for a device of its kind. */
function NoSettings({ device, settings }: { device: DeviceDetail; settings: EffectiveView }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const unmanaged = settings.skipped === 'notManaged';
  const isSwitch = device.kind === 'switch';
  const next = unmanaged
    ? {
        label: t('configuration.effective.openConfiguration'),
        page: `${devicePage(device)}&tab=configuration`,
      }
    : isSwitch
      ? { label: t('configuration.effective.openSwitchSettings'), page: `${devicePage(device)}&tab=settings` }
      : { label: t('configuration.effective.openNetworks'), page: NETWORKS_PAGE };
  return (
    <div className="card">
      <EmptyState
        icon="settings"
        title={t('configuration.effective.empty')}
        text={
          isSwitch ? t('configuration.effective.emptySwitchText') : t('configuration.effective.emptyText')
        }
        action={{ id: 'nextStep', label: next.label, run: () => void navigate(next.page) }}
      />
    </div>
  );
}

/** The settings that apply to the device, where each comes from, and whether it runs them. */
export function EffectiveTab({ device }: { device: DeviceDetail }) {
  const { deviceUUID, siteUUID } = device;
  const groupName = useGroupName();
  const [source, setSource] = useState<ChangeSource | null>(null);
  const { data: settings, error, refetch } = useCall(settingCalls.viewEffectiveSettings, { deviceUUID });

  async function reset({ path }: EffectiveValue): Promise<void> {
    if (path === 'managementVlan') {
      setSource({ kind: 'managementVlan', deviceUUIDs: [deviceUUID], vlan: null });
      return;
    }
    const { rows } = await call(settingCalls.listSettings, { kind: 'radios', placeUUID: deviceUUID });
    const own = rows.find(({ place }) => place.level === 'device' && place.uuid === deviceUUID);
    const edit = own ? withoutOverride(own, path) : null;
    // Somebody else may have reset it meanwhile.
    if (edit === null) await refetch();
    else setSource({ kind: 'edits', edits: [edit] });
  }

  if (error) return <FailedState error={error} retry={() => void refetch()} />;
  if (!settings) return <Skeleton rows={8} height={20} gap={20} />;
  const groups = groupValues(settings.values);
  return (
    <>
      <Standing
        settings={settings}
        review={siteUUID === null ? null : () => setSource({ kind: 'pending', siteUUID })}
      />
      {groups.length === 0 && <NoSettings device={device} settings={settings} />}
      {groups.map((group) => (
        <EffectiveTable
          key={group.key}
          title={groupName(group)}
          device={device}
          unsupported={settings.unsupported}
          values={group.values}
          reset={(value) => void ignoreCallFailure(reset(value))}
        />
      ))}
      <ReviewChange source={source} onClose={() => setSource(null)} onApplied={() => setSource(null)} />
    </>
  );
}
