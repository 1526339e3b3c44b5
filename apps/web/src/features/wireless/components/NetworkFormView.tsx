import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { useNavigate } from 'react-router';
import { DraftBar } from '../../../shared/configuration/DraftBar.tsx';
import { useChangeReview } from '../../../shared/configuration/use-change-review.tsx';
import { SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { isSame } from '../merge-edits.ts';
import {
  isNetwork,
  type NetworkValues,
  networkEdit,
  networkForm,
  networkValues,
  withEncryption,
} from '../network-form.ts';
import { NETWORKS } from '../wireless-pages.ts';
import { withoutStored } from '../without-secrets.ts';
import { ConflictNotice } from './ConflictNotice.tsx';
import { FormActions } from './FormActions.tsx';
import { ReadOnly } from './ReadOnly.tsx';
import { useBase } from './use-base.ts';
import { useEditBlock } from './use-edit-block.ts';
import { useFollowing } from './use-following.ts';
import { useNetworkFields } from './use-network-fields.tsx';
import './wireless.css';

interface NetworkFormViewProps {
  /** The newest version; null for a new network. */
  setting: Setting | null;
  initial: NetworkValues;
}

function valuesOf(setting: Setting | null, initial: NetworkValues): NetworkValues {
  return setting && isNetwork(setting) ? networkValues(setting) : initial;
}

/** A new or a stored network. */
export function NetworkFormView({ setting, initial }: NetworkFormViewProps) {
  const navigate = useNavigate();
  const leave = (): void => void navigate(NETWORKS);
  const of = useBase(setting);
  const { base, update } = of;
  const { review, dialog } = useChangeReview(leave);
  const form = useSchemaForm({
    schema: networkForm,
    initial,
    submit: (values) => review(networkEdit(values, base)),
  });
  const isConflict = useFollowing<NetworkValues>({
    form,
    of,
    newest: setting,
    valuesOf: (one) => valuesOf(one, initial),
    showsDeletion: true,
  });
  const blockAt = useEditBlock('wirelessNetwork');
  const blocked = blockAt(form.values.place.level);
  const fields = useNetworkFields({
    form,
    // A network that is created again has no stored secrets.
    initial: base === null ? withoutStored(initial) : initial,
    stored: base !== null,
    organizationBlock: blockAt('organization'),
  });
  const checked = networkForm.safeParse(form.values);

  function resolve(values: NetworkValues): void {
    // The secrets of one version may not be those of the encryption of the other.
    form.reset({ ...values, ...withEncryption(values, valuesOf(setting, initial), values.encryption) });
    update();
  }

  return (
    <ReadOnly reason={blocked}>
      <DraftBar at={form.values.place.uuid} />
      {isConflict && (
        <ConflictNotice
          newest={setting}
          base={valuesOf(base, initial)}
          mine={form.values}
          theirs={setting && valuesOf(setting, initial)}
          onResolve={resolve}
        />
      )}
      <div className="card wireless-form">
        {/* Inputs remember stored secrets, which are those of a version. */}
        <SchemaForm key={base?.version ?? null} form={form} fields={fields}>
          <FormActions
            form={form}
            edit={checked.success ? networkEdit(checked.data, base) : null}
            place={form.values.place}
            blocked={blocked}
            conflict={isConflict}
            unchanged={base !== null && isSame(form.values, valuesOf(base, initial))}
            onAdded={leave}
            onCancel={leave}
          />
        </SchemaForm>
      </div>
      {dialog}
    </ReadOnly>
  );
}
