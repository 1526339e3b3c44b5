import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { type SwitchBase, switchBaseInput } from '@airloom/contract/switches/switch.rules';
import { Button, ConfigProvider } from 'antd';
import { useTranslation } from 'react-i18next';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { DraftButton } from '../../../shared/configuration/DraftButton.tsx';
import { SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import './settings.css';
import { switchEdit, useSwitchSetting, valueIn } from './switch-setting.ts';
import { useSaving } from './use-saving.ts';

const NONE: SwitchBase = { hostname: '', ip: '', mask: '', gateway: '' };

function isEmpty(value: SwitchBase): boolean {
  return Object.values(value).every((text) => text === '');
}

function Form({ device, setting }: { device: DeviceDetail; setting: Setting | null }) {
  const { t } = useTranslation();
  const { review, dialog, blocked } = useSaving('switchBase');
  const editOf = (value: SwitchBase) =>
    switchEdit('switchBase', device.deviceUUID, setting, isEmpty(value) ? null : value);
  const form = useSchemaForm({
    schema: switchBaseInput,
    initial: valueIn(setting, 'switchBase') ?? NONE,
    submit: (values) => review(editOf(values)),
  });
  const checked = switchBaseInput.safeParse(form.values);
  const address = textInput({ autoComplete: 'off', code: true });
  return (
    <ConfigProvider componentDisabled={blocked !== undefined}>
      <DraftBar at={device.siteUUID ?? undefined} />
      {blocked !== undefined && <p className="page-note">{blocked}</p>}
      <div className="card switch-form">
        <p className="switch-lead">{t('switches.base.lead')}</p>
        <SchemaForm
          form={form}
          fields={[
            {
              name: 'hostname',
              label: 'configuration.field.hostname',
              hint: 'switches.base.hostnameHint',
              input: textInput({ autoComplete: 'off' }),
            },
            {
              name: 'ip',
              label: 'configuration.field.ipAddress',
              hint: 'switches.base.ipHint',
              section: 'switches.base.address',
              input: address,
            },
            { name: 'mask', label: 'configuration.field.subnetMask', input: address },
            { name: 'gateway', label: 'configuration.field.defaultGateway', input: address },
          ]}
        >
          <Button type="primary" htmlType="submit" disabled={!form.dirty || blocked !== undefined}>
            {t('ui.save')}
          </Button>
          {checked.success && form.dirty && device.siteUUID !== null && (
            <DraftButton
              place={{ level: 'site', uuid: device.siteUUID }}
              edits={[editOf(checked.data)]}
              onAdded={() => form.reset()}
            />
          )}
        </SchemaForm>
      </div>
      {dialog}
    </ConfigProvider>
  );
}

/** Host name and management address of a switch. Its name, location and remark are edited on every device page. */
export function BaseInfoForm({ device }: { device: DeviceDetail }) {
  const { setting, isRead } = useSwitchSetting('switchBase', device.deviceUUID);
  if (!isRead) return <Skeleton rows={4} height={20} gap={20} />;
  return <Form key={setting?.version ?? 0} device={device} setting={setting} />;
}
