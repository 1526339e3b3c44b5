import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { BANDS } from '@airloom/contract/devices/devices.model';
import type { WirelessNetwork, WirelessOverride } from '@airloom/contract/wireless/wireless-network.rules';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { useChangeReview } from '../../../shared/configuration/use-change-review.tsx';
import { fewInput } from '../../../shared/form/many-inputs.tsx';
import { numberInput, switchInput } from '../../../shared/form/rich-inputs.tsx';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { type Control, useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { isSame } from '../merge-edits.ts';
import {
  initialOverride,
  type OverrideField,
  type OverrideForm,
  overrideEdit,
  overrideForm,
  setFields,
} from '../override-form.ts';
import { NETWORKS } from '../wireless-pages.ts';
import { BandwidthInput } from './BandwidthInput.tsx';
import { ConflictNotice } from './ConflictNotice.tsx';
import { FormActions } from './FormActions.tsx';
import { OffTimesInput } from './OffTimesInput.tsx';
import { ReadOnly } from './ReadOnly.tsx';
import { SecretInput } from './SecretInput.tsx';
import { useBase } from './use-base.ts';
import { useEditBlock } from './use-edit-block.ts';
import { useFollowing } from './use-following.ts';
import { useBandNames } from './use-names.ts';
import { useValueTexts } from './use-value-texts.ts';
import './wireless.css';

interface OverrideFormViewProps {
  /** The network of the organization. */
  networkUUID: string;
  network: WirelessNetwork;
  siteUUID: string;
  /** The newest override of the site; null when it has none. */
  setting: Setting | null;
}

function valuesOf(setting: Setting | null): WirelessOverride {
  return setting?.edit.kind === 'wirelessOverride' ? (setting.edit.value ?? {}) : {};
}

/** What a site sets differently, each beside the organization's value. */
export default function OverrideFormView({ networkUUID, network, siteUUID, setting }: OverrideFormViewProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const leave = (): void => void navigate(NETWORKS);
  const bands = useBandNames();
  const textOf = useValueTexts(network);
  const of = useBase(setting);
  const { base, update } = of;
  const blocked = useEditBlock('wirelessOverride')('site');
  const schema = useMemo(() => overrideForm(network), [network]);
  const { review, dialog } = useChangeReview(leave);
  const editOf = (values: WirelessOverride) => overrideEdit({ networkUUID, siteUUID, stored: base, values });
  const form = useSchemaForm<OverrideForm>({
    schema,
    initial: valuesOf(setting),
    submit(values) {
      const edit = editOf(values);
      if (edit) review(edit);
      else toast.info(t('wireless.override.nothing'));
    },
  });

  const isConflict = useFollowing<WirelessOverride>({ form, of, newest: setting, valuesOf });

  /** The input of an overridden field, or the button that overrides it; always with the organization's value. */
  function overridable<K extends OverrideField>(
    field: K,
    input: (control: Control<WirelessOverride[K]>) => ReactNode,
  ) {
    return (control: Control<WirelessOverride[K]>): ReactNode => {
      const isSet = control.value !== undefined;
      return (
        <div className="wireless-override" data-set={isSet}>
          {isSet && <div className="wireless-override-input">{input(control)}</div>}
          <span className="wireless-override-inherited">
            {t('wireless.override.organization', { value: textOf(field) })}
          </span>
          {isSet ? (
            <Button size="small" onClick={() => control.onChange(undefined)}>
              {t('wireless.override.reset')}
            </Button>
          ) : (
            <Button size="small" onClick={() => control.onChange(initialOverride(field, network))}>
              {t('wireless.override.set')}
            </Button>
          )}
        </div>
      );
    };
  }

  const fields: readonly FieldDef<OverrideForm>[] = [
    {
      name: 'enabled',
      label: 'wireless.field.enabled',
      group: true,
      input: overridable('enabled', switchInput()),
    },
    {
      name: 'hidden',
      label: 'wireless.field.hidden',
      group: true,
      input: overridable('hidden', switchInput()),
    },
    {
      name: 'password',
      label: 'wireless.field.password',
      group: true,
      when: () => network.password !== null,
      input: overridable('password', (control) => (
        <SecretInput control={control} onChange={control.onChange} generates />
      )),
    },
    {
      name: 'bands',
      label: 'wireless.field.bands',
      hint: 'wireless.hint.bands',
      group: true,
      input: overridable('bands', fewInput(BANDS.map((value) => ({ value, label: bands[value] })))),
    },
    {
      name: 'vlan',
      label: 'wireless.field.vlan',
      hint: 'wireless.hint.vlan',
      group: true,
      input: overridable('vlan', numberInput()),
    },
    {
      name: 'clientIsolation',
      label: 'wireless.field.clientIsolation',
      hint: 'wireless.hint.clientIsolation',
      group: true,
      input: overridable('clientIsolation', switchInput()),
    },
    {
      name: 'bandwidth',
      label: 'wireless.field.bandwidth',
      group: true,
      input: overridable('bandwidth', (control) => <BandwidthInput control={control} issues={form.issues} />),
    },
    {
      name: 'offTimes',
      label: 'wireless.field.offTimes',
      hint: 'wireless.hint.offTimes',
      group: true,
      input: overridable('offTimes', (control) => <OffTimesInput control={control} issues={form.issues} />),
    },
  ];
  const checked = schema.safeParse(form.values);

  return (
    <ReadOnly reason={blocked}>
      <DraftBar at={siteUUID} />
      {isConflict && (
        <ConflictNotice
          newest={setting}
          base={valuesOf(base)}
          mine={setFields(form.values)}
          theirs={valuesOf(setting)}
          onResolve={(values) => {
            form.reset(values);
            update();
          }}
        />
      )}
      <div className="card wireless-form wireless-overrides">
        {/* Inputs remember stored secrets, which are those of a version. */}
        <SchemaForm key={base?.version ?? null} form={form} fields={fields}>
          <FormActions
            form={form}
            edit={checked.success ? editOf(checked.data) : null}
            place={{ level: 'site', uuid: siteUUID }}
            blocked={blocked}
            conflict={isConflict}
            unchanged={isSame(form.values, valuesOf(base))}
            onAdded={leave}
            onCancel={leave}
          />
        </SchemaForm>
      </div>
      {dialog}
    </ReadOnly>
  );
}
