import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { GatewayAuth } from '@airloom/contract/wireless/guest-lists.rules';
import { useCall } from '../../../shared/api/use-call.ts';
import { SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { continued, isSame } from '../merge-edits.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { FormActions } from './FormActions.tsx';
import { ReadOnly } from './ReadOnly.tsx';
import { useBase } from './use-base.ts';
import { useEditBlock } from './use-edit-block.ts';
import { gatewayForm, useGatewayFields } from './use-gateway-fields.tsx';
import { useReview } from './use-review.tsx';
import './wireless.css';

const RADIUS_PORT = 1812;
const SHOWN = 200;

function valuesOf(setting: Setting | null): GatewayAuth & { deviceUUID: string } {
  const stored = setting?.edit.kind === 'gatewayAuth' ? setting.edit.value : null;
  const value = stored ?? {
    enabled: true,
    interface: '',
    serverAddress: '',
    serverPort: RADIUS_PORT,
    sharedKey: '',
  };
  return { ...value, deviceUUID: setting?.place.uuid ?? '' };
}

interface GatewayAuthFormProps {
  /** The newest version; null for a gateway without one. */
  setting: Setting | null;
  /** Gateways that have one already. */
  taken: readonly string[];
  onClose(): void;
}

/** Guest authentication of one gateway. */
export function GatewayAuthForm({ setting, taken, onClose }: GatewayAuthFormProps) {
  const place = usePlace();
  const devices = useCall(deviceCalls.listDevices, { ...place, kind: 'gateway', size: SHOWN, sort: 'name' });
  const gateways = devices.data?.rows ?? [];
  const blocked = useEditBlock('gatewayAuth')('device');
  const { base, outdated, update } = useBase(setting);
  const { review, dialog } = useReview(onClose);
  const editOf = ({ deviceUUID, ...value }: ReturnType<typeof valuesOf>): SettingEdit => ({
    kind: 'gatewayAuth',
    settingUUID: base?.settingUUID ?? null,
    baseVersion: base?.version ?? null,
    place: { level: 'device', uuid: deviceUUID },
    value,
  });
  const fields = useSchemaForm({
    schema: gatewayForm,
    initial: valuesOf(setting),
    submit: (values) => review(editOf(values)),
  });
  const checked = gatewayForm.safeParse(fields.values);
  const listed = gateways.find(({ deviceUUID }) => deviceUUID === fields.values.deviceUUID);
  // There may be more gateways than are listed.
  const opened = useCall(
    deviceCalls.viewDevice,
    { deviceUUID: setting?.place.uuid ?? '' },
    { enabled: setting !== null && !devices.isPending && !listed },
  );
  const site = listed?.siteUUID ?? opened.data?.siteUUID ?? null;

  const defs = useGatewayFields({
    base,
    gateways: gateways.filter(({ deviceUUID }) => !taken.includes(deviceUUID)),
    isPending: devices.isPending,
  });

  function takeNewest(keepOwn: boolean): void {
    const own = continued(valuesOf(base), fields.values, setting && valuesOf(setting));
    fields.reset(keepOwn ? own : valuesOf(setting));
    update();
  }

  return (
    <ReadOnly reason={blocked}>
      {outdated && (
        <ConflictNotice
          newest={setting}
          mine={fields.values}
          onRebase={() => takeNewest(true)}
          onReload={() => takeNewest(false)}
        />
      )}
      <div className="card wireless-form">
        {/* Inputs remember stored secrets, which are those of a version. */}
        <SchemaForm key={base?.version ?? null} form={fields} fields={defs}>
          <FormActions
            form={fields}
            edit={checked.success ? editOf(checked.data) : null}
            place={site === null ? null : { level: 'site', uuid: site }}
            blocked={blocked}
            unchanged={base !== null && isSame(fields.values, valuesOf(base))}
            onAdded={onClose}
            onCancel={onClose}
          />
        </SchemaForm>
      </div>
      {dialog}
    </ReadOnly>
  );
}
