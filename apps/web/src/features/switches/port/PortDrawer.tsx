import { commandCalls } from '@airloom/contract/commands/commands.calls';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { PORT_FIELDS, portFieldsOf } from '@airloom/contract/switches/port.rules';
import { portValues } from '@airloom/contract/switches/port-values';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { PortEditDrawer } from '../settings/PortEditDrawer.tsx';
import { portIn } from '../settings/port-form.ts';
import '../settings/settings.css';
import { useSwitchSetting, valueIn } from '../settings/switch-setting.ts';
import { usePortEditing } from '../settings/use-port-editing.tsx';
import { usePortProfiles } from '../settings/use-port-profiles.ts';
import { CableTest } from './CableTest.tsx';
import { PortValues } from './PortValues.tsx';
import { usePortCommands } from './use-port-commands.ts';

interface PortDrawerProps {
  device: DeviceDetail;
  /** Name of the port. */
  name: string;
  onClose(): void;
}

/** One port of a switch: its state, its settings with their origin, and its last cable test. */
export function PortDrawer({ device, name, onClose }: PortDrawerProps) {
  const { t } = useTranslation();
  const units = useUnits();
  const [isEditing, setEditing] = useState(false);
  const role = useSession((state) => state.currentRole);
  const seesSettings = (['network_config', 'switch_device'] as const).every((key) =>
    role?.permissions.includes(key),
  );
  const { deviceUUID } = device;
  const { data } = useCall(commandCalls.listCableTests, { deviceUUID });
  const { setting } = useSwitchSetting('switchPorts', deviceUUID, seesSettings);
  const { profiles, applying } = usePortProfiles(device, seesSettings);
  const { save, dialog, blocked } = usePortEditing({ device, setting });
  const { powerCycle, cableTest } = usePortCommands(device);
  const port = device.report?.ports.find((one) => one.name === name);
  if (port === undefined) return null;
  if (isEditing)
    return (
      <PortEditDrawer
        device={device}
        names={[name]}
        setting={setting}
        profiles={profiles}
        onClose={() => setEditing(false)}
      />
    );
  const own = portIn(valueIn(setting, 'switchPorts'), name);
  const values = portValues(name, own, applying);
  const hasOwnFields = Object.keys(portFieldsOf(own ?? {})).length > 0;
  const optical = port.optical === true;
  const { profile } = values;
  return (
    <>
      <DetailDrawer
        title={t('switches.port.edit', { name })}
        onClose={onClose}
        actions={[
          ...(seesSettings
            ? [
                {
                  id: 'editPort',
                  label: t('switches.action.edit'),
                  icon: 'edit' as const,
                  primary: true,
                  blocked,
                  run: () => setEditing(true),
                },
              ]
            : []),
          ...(seesSettings && profile !== null && hasOwnFields
            ? [
                {
                  id: 'resetToProfile',
                  label: t('switches.port.resetToProfile'),
                  icon: 'refresh' as const,
                  blocked,
                  run: () => void save([name], { set: {}, reset: PORT_FIELDS }),
                },
              ]
            : []),
          ...(optical ? [] : [cableTest([name])]),
          ...(port.power === null ? [] : [powerCycle([name])]),
        ]}
        facts={[
          {
            label: 'switches.port.link',
            value: (
              <StatusDot tone={port.linked ? 'ok' : 'offline'}>
                {port.linked ? t('switches.port.linked') : t('switches.port.notLinked')}
              </StatusDot>
            ),
          },
          {
            label: 'switches.port.speed',
            value: port.linked && port.speedMbps !== null ? units.rate(port.speedMbps * 1_000) : null,
          },
          {
            label: 'configuration.field.portPoe',
            value: port.power && t(`telemetry.word.${port.power.state}`),
          },
          { label: 'configuration.field.portLabel', value: own?.label ?? '' },
          { label: 'configuration.field.portProfile', value: profile?.value.name ?? '' },
        ]}
      >
        {seesSettings && <PortValues values={values} />}
        <CableTest test={data?.tests.find((one) => one.port === name)} optical={optical} />
      </DetailDrawer>
      {dialog}
    </>
  );
}
