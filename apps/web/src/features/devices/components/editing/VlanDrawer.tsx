import type { ChangeSource } from '@airloom/contract/configuration/configuration.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { managementVlanChoice } from '@airloom/contract/devices/devices.rules';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReviewChange } from '../../../../shared/configuration/ReviewChange.tsx';
import { numberInput } from '../../../../shared/form/rich-inputs.tsx';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';

/** Required for devices with different VLANs: an empty field would make all of them untagged. */
const sharedForm = managementVlanChoice.refine(({ vlan }) => vlan !== null, {
  path: ['vlan'],
  message: 'validation.required',
});

interface VlanDrawerProps {
  /** Access points. */
  devices: readonly Device[];
  onDone(): void;
  onClose(): void;
}

/** The VLAN is reviewed, and delivered by a change. */
export default function VlanDrawer({ devices, onDone, onClose }: VlanDrawerProps) {
  const { t } = useTranslation();
  const [source, setSource] = useState<ChangeSource | null>(null);
  const isReviewed = useRef(false);
  const review = (given: ChangeSource | null) => {
    isReviewed.current = given !== null;
    setSource(given);
  };
  const areAlike = new Set(devices.map(({ managementVlan }) => managementVlan)).size === 1;
  const form = useSchemaForm({
    schema: areAlike ? managementVlanChoice : sharedForm,
    initial: { vlan: areAlike ? (devices[0]?.managementVlan ?? null) : null },
    submit({ vlan }) {
      const deviceUUIDs = devices.map(({ deviceUUID }) => deviceUUID);
      review({ kind: 'managementVlan', deviceUUIDs, vlan });
      return Promise.resolve();
    },
  });
  return (
    <>
      <FormDrawer
        open={source === null}
        title={t('devices-pages.vlan.title', { count: devices.length })}
        form={form}
        fields={[
          {
            name: 'vlan',
            label: 'devices.column.managementVlan',
            hint: 'devices-pages.vlan.hint',
            input: numberInput(),
          },
        ]}
        action={t('devices-pages.vlan.review')}
        onClose={() => {
          // A submitted form closes, and the review follows.
          if (!isReviewed.current) onClose();
        }}
      >
        <p className="devices-lead">{t('devices-pages.vlan.lead')}</p>
      </FormDrawer>
      <ReviewChange
        source={source}
        onClose={() => review(null)}
        onApplied={() => {
          onDone();
          onClose();
        }}
      />
    </>
  );
}
