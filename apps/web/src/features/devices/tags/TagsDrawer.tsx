import { annotationCalls } from '@airloom/contract/devices/annotations.calls';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { Device } from '@airloom/contract/devices/devices.model';
import { tagChange, tagNames } from '@airloom/contract/devices/tags.rules';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { manyInput } from '../../../shared/form/many-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { DEVICE_CALLS } from '../devices.queries.ts';
import { tagChanges, tagsOfAll } from './tag-changes.ts';
import { tagsInput } from './tags-input.tsx';

interface TagsDrawerProps {
  devices: readonly Device[];
  onDone(): void;
  onClose(): void;
}

/** The change of tags, and a field for tags that the account has or new ones. */
function useTagging() {
  const { t } = useTranslation();
  const known = useCall(deviceCalls.listDeviceTags, {}).data?.map(({ name }) => name) ?? [];
  const { run: changeTags } = useCommand(annotationCalls.changeDeviceTags, { refresh: DEVICE_CALLS });
  const field = {
    hint: 'device-notes.tags.addHint',
    input: tagsInput(known, t('device-notes.tags.choose')),
  } as const;
  return { changeTags, field };
}

/** Tags of one device, or changes for several. */
export default function TagsDrawer({ devices, onDone, onClose }: TagsDrawerProps) {
  const [only] = devices;
  return only !== undefined && devices.length === 1 ? (
    <TagsOfOne device={only} onClose={onClose} />
  ) : (
    <TagsOfSeveral devices={devices} onDone={onDone} onClose={onClose} />
  );
}

const ownTags = z.object({ tags: tagNames });

function TagsOfOne({ device, onClose }: { device: Device; onClose(): void }) {
  const { t } = useTranslation();
  const { changeTags, field } = useTagging();
  const form = useSchemaForm({
    schema: ownTags,
    initial: { tags: [...device.tags] },
    async submit({ tags }) {
      const { add, remove } = tagChanges(device.tags, tags);
      if (add.length + remove.length === 0) return;
      await changeTags({ deviceUUIDs: [device.deviceUUID], add, remove });
      toast.success(t('device-notes.tags.saved', { name: device.name }));
    },
  });
  return (
    <FormDrawer
      open
      title={t('device-notes.tags.titleOf', { name: device.name })}
      form={form}
      fields={[{ ...field, name: 'tags', label: 'devices.column.tags' }]}
      onClose={onClose}
    />
  );
}

function TagsOfSeveral({ devices, onDone, onClose }: TagsDrawerProps) {
  const { t } = useTranslation();
  const { changeTags, field } = useTagging();
  const present = tagsOfAll(devices);
  const form = useSchemaForm({
    schema: tagChange,
    initial: { add: [], remove: [] },
    async submit({ add, remove }) {
      const { changed } = await changeTags({
        deviceUUIDs: devices.map(({ deviceUUID }) => deviceUUID),
        add,
        remove,
      });
      toast.success(t('device-notes.tags.done', { count: changed }));
      onDone();
    },
  });
  return (
    <FormDrawer
      open
      title={t('device-notes.tags.title', { count: devices.length })}
      form={form}
      fields={[
        { ...field, name: 'add', label: 'device-notes.tags.add' },
        {
          name: 'remove',
          label: 'device-notes.tags.remove',
          ...(present.length === 0 ? { hint: 'device-notes.tags.none' } : {}),
          input: manyInput(
            present.map((tag) => ({ value: tag, label: tag })),
            t('device-notes.tags.chooseRemoved'),
          ),
        },
      ]}
      onClose={onClose}
    />
  );
}
