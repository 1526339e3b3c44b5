import type { Setting } from '@airloom/contract/configuration/configuration.model';
import type { SettingEdit } from '@airloom/contract/configuration/edits';
import type { GatewayAuth } from '@airloom/contract/wireless/guest-lists.rules';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { useChangeReview } from '../../../shared/configuration/use-change-review.tsx';
import { SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { isSame } from '../merge-edits.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { FormActions } from './FormActions.tsx';
import { ReadOnly } from './ReadOnly.tsx';
import { useBase } from './use-base.ts';
import { useDeviceSearch } from './use-device-search.ts';
import { useEditBlock } from './use-edit-block.ts';
import { useFollowing } from './use-following.ts';
import { gatewayForm, useGatewayFields } from './use-gateway-fields.tsx';
import './wireless.css';

const RADIUS_PORT = 1812;

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
  const blocked = useEditBlock('gatewayAuth')('device');
  const of = useBase(setting);
  const { base, update } = of;
  const { review, dialog } = useChangeReview(onClose);
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
  const isConflict = useFollowing<ReturnType<typeof valuesOf>>({
    form: fields,
    of,
    newest: setting,
    valuesOf,
    showsDeletion: true,
  });
  const checked = gatewayForm.safeParse(fields.values);
  const { devices, chosen, isPending, search } = useDeviceSearch('gateway', fields.values.deviceUUID || null);
  const site = chosen?.siteUUID ?? null;
  const defs = useGatewayFields({
    base,
    gateways: devices.filter(({ deviceUUID }) => !taken.includes(deviceUUID)),
    isPending,
    search,
  });

  return (
    <ReadOnly reason={blocked}>
      <DraftBar at={site ?? undefined} />
      {isConflict && (
        <ConflictNotice
          newest={setting}
          base={valuesOf(base)}
          mine={fields.values}
          theirs={setting && valuesOf(setting)}
          onResolve={(values) => {
            fields.reset(values);
            update();
          }}
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
            conflict={isConflict}
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
