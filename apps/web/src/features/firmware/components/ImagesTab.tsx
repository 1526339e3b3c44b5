import { firmwareCalls } from '@airloom/contract/firmware/firmware.calls';
import type { Firmware } from '@airloom/contract/firmware/firmware.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { CellOpen } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import { type Column, DataTable } from '../../../shared/table/DataTable.tsx';
import { useTable } from '../../../shared/table/use-table.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { CopyText } from '../../../shared/ui/CopyText.tsx';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import './firmware.css';

function Signature({ image }: { image: Firmware }) {
  const { t } = useTranslation();
  const name = image.signedBy ?? t('firmware-pages.image.unsigned');
  return (
    <StatusDot tone={image.trusted ? (image.signedBy === null ? 'offline' : 'ok') : 'error'}>
      {name}
    </StatusDot>
  );
}

interface ImagesTabProps {
  upload: Action;
  upgrade(firmwareUUID: string): void;
}

export function ImagesTab({ upload, upgrade }: ImagesTabProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const units = useUnits();
  const kinds = useKindNames();
  const table = useTable();
  const query = useCall(
    firmwareCalls.listFirmware,
    { ...table.input, ...usePlace() },
    { keepPrevious: true },
  );
  const deleting = useCommand(firmwareCalls.deleteFirmware, { refresh: [firmwareCalls.listFirmware] });
  const [opened, setOpened] = useState<Firmware | null>(null);

  async function remove({ firmwareUUID, version }: Firmware): Promise<void> {
    const sure = await confirm({
      title: t('firmware-pages.image.deleteTitle', { version }),
      text: t('firmware-pages.image.deleteText'),
      action: t('firmware-pages.image.delete'),
      danger: true,
    });
    if (!sure) return;
    await deleting.run({ firmwareUUID });
    setOpened(null);
    toast.success(t('firmware-pages.image.deleted', { version }));
  }

  function actionsOf(image: Firmware): Action[] {
    return [
      {
        id: 'upgradeWith',
        frequent: true,
        label: t('firmware-pages.image.upgrade'),
        icon: 'upgrade',
        needs: 'device_manage:operate',
        blocked: image.trusted ? undefined : t('firmware-pages.image.untrusted'),
        run: () => upgrade(image.firmwareUUID),
      },
      {
        id: 'deleteImage',
        label: t('firmware-pages.image.delete'),
        icon: 'delete',
        danger: true,
        needs: 'device_manage:operate',
        run: () => void ignoreCallFailure(remove(image)),
      },
    ];
  }

  const columns: readonly Column<Firmware>[] = [
    {
      key: 'version',
      title: 'firmware-pages.version',
      sort: 'version',
      render: (image) => <CellOpen onOpen={() => setOpened(image)}>{image.version}</CellOpen>,
    },
    { key: 'kind', title: 'devices.column.kind', render: (image) => kinds[image.kind] },
    {
      key: 'models',
      title: 'firmware-pages.models',
      render: (image) => <Clipped text={image.models.join(', ')} />,
    },
    {
      key: 'running',
      title: 'firmware-pages.image.running',
      align: 'end',
      render: (image) =>
        t('firmware-pages.image.runningOf', {
          running: format.number(image.running),
          all: format.number(image.running + image.others),
        }),
    },
    {
      key: 'signature',
      title: 'firmware-pages.image.signature',
      render: (image) => <Signature image={image} />,
    },
    {
      key: 'size',
      title: 'firmware-pages.image.size',
      align: 'end',
      render: (image) => units.bytes(image.sizeBytes),
    },
    {
      key: 'createdAt',
      title: 'firmware-pages.createdAt',
      sort: 'createdAt',
      render: (image) => <DateTime at={image.createdAt} />,
    },
    {
      key: 'createdBy',
      title: 'firmware-pages.createdBy',
      render: (image) => <Clipped text={image.createdBy} />,
    },
  ];
  return (
    <>
      <DataTable
        name="firmware"
        label={t('firmware-pages.tab.images')}
        table={table}
        query={query}
        columns={columns}
        rowKey={(image) => image.firmwareUUID}
        rowName={(image) => image.version}
        rowActions={actionsOf}
        onOpen={(row) => setOpened(row)}
        empty={
          <EmptyState
            icon="firmware"
            title={t('firmware-pages.image.empty')}
            text={t('firmware-pages.image.emptyText')}
            action={upload}
          />
        }
      />
      {opened && (
        <DetailDrawer
          title={opened.version}
          actions={actionsOf(opened)}
          facts={[
            { label: 'devices.column.kind', value: kinds[opened.kind] },
            { label: 'firmware-pages.models', value: opened.models.join(', ') },
            { label: 'firmware-pages.image.signature', value: <Signature image={opened} /> },
            { label: 'firmware-pages.image.sha256', value: <CopyText text={opened.sha256} /> },
            { label: 'firmware-pages.image.size', value: units.bytes(opened.sizeBytes) },
            { label: 'firmware-pages.createdBy', value: opened.createdBy },
            { label: 'firmware-pages.createdAt', value: <DateTime at={opened.createdAt} /> },
            {
              label: 'firmware-pages.image.notes',
              value: opened.notes && <span className="firmware-notes">{opened.notes}</span>,
            },
          ]}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
