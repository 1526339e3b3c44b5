import { annotationCalls } from '@airloom/contract/devices/annotations.calls';
import { type DeviceNote, noteText } from '@airloom/contract/devices/notes.calls';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { textAreaInput } from '../../../shared/form/rich-inputs.tsx';
import { SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import { Pager } from '../../../shared/table/Pager.tsx';
import { ActionMenu } from '../../../shared/ui/actions/ActionMenu.tsx';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { TimeAgo } from '../../../shared/ui/Times.tsx';

const REFRESH = [annotationCalls.listDeviceNotes];

function NewNote({ deviceUUID }: { deviceUUID: string }) {
  const { t } = useTranslation();
  const add = useCommand(annotationCalls.addDeviceNote, { refresh: REFRESH });
  const form = useSchemaForm({
    schema: noteText,
    initial: { text: '' },
    async submit({ text }) {
      await add.run({ deviceUUID, text });
      form.reset({ text: '' });
      toast.success(t('device-notes.notes.added'));
    },
  });
  return (
    <SchemaForm
      form={form}
      fields={[
        {
          name: 'text',
          label: 'device-notes.notes.field',
          hint: 'device-notes.notes.hint',
          input: textAreaInput({ rows: 3 }),
        },
      ]}
    >
      <Button type="primary" htmlType="submit" loading={form.pending}>
        {t('device-notes.notes.add')}
      </Button>
    </SchemaForm>
  );
}

function EditedNote({ note, onClose }: { note: DeviceNote; onClose(): void }) {
  const { t } = useTranslation();
  const update = useCommand(annotationCalls.updateDeviceNote, { refresh: REFRESH });
  const form = useSchemaForm({
    schema: noteText,
    initial: { text: note.text },
    async submit({ text }) {
      await update.run({ noteUUID: note.noteUUID, text });
      toast.success(t('device-notes.notes.saved'));
      onClose();
    },
  });
  return (
    <SchemaForm
      form={form}
      fields={[{ name: 'text', label: 'device-notes.notes.editField', input: textAreaInput({ rows: 4 }) }]}
    >
      <Button type="primary" htmlType="submit" loading={form.pending}>
        {t('ui.save')}
      </Button>
      <Button onClick={onClose}>{t('ui.cancel')}</Button>
    </SchemaForm>
  );
}

function Note({ note }: { note: DeviceNote }) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const remove = useCommand(annotationCalls.deleteDeviceNote, { refresh: REFRESH });

  async function confirmRemoval(): Promise<void> {
    const sure = await confirm({
      title: t('device-notes.notes.deleteTitle'),
      text: t('device-notes.notes.deleteText'),
      action: t('device-notes.notes.delete'),
      danger: true,
    });
    if (!sure) return;
    await remove.run({ noteUUID: note.noteUUID });
    toast.success(t('device-notes.notes.deleted'));
  }

  const actions: readonly Action[] = [
    {
      id: 'editNote',
      label: t('device-notes.notes.edit'),
      icon: 'edit',
      needs: 'device_manage:operate',
      run: () => setEditing(true),
    },
    {
      id: 'deleteNote',
      label: t('device-notes.notes.delete'),
      icon: 'delete',
      danger: true,
      needs: 'device_manage:operate',
      run: () => void ignoreCallFailure(confirmRemoval()),
    },
  ];
  if (editing) return <EditedNote note={note} onClose={() => setEditing(false)} />;
  return (
    <>
      <div className="notes-head">
        <span className="notes-meta">
          <strong>{note.createdBy}</strong> <TimeAgo at={note.createdAt} />
          {note.editedAt !== null && note.editedBy !== null && (
            <span>
              {t('device-notes.notes.edited', { name: note.editedBy })} <TimeAgo at={note.editedAt} />
            </span>
          )}
        </span>
        <ActionMenu label={t('device-notes.notes.actions', { name: note.createdBy })} actions={actions} />
      </div>
      <p className="notes-text">{note.text}</p>
    </>
  );
}

const PAGE = 20;

export function Notes({ deviceUUID }: { deviceUUID: string }) {
  const { t } = useTranslation();
  const heading = useId();
  const operates = useHolds('device_manage:operate');
  const [{ page, size }, setPaging] = useState({ page: 1, size: PAGE });
  const { data, error, refetch } = useCall(
    annotationCalls.listDeviceNotes,
    { deviceUUID, page, size },
    { keepPrevious: true },
  );
  return (
    <section className="card notes-section" aria-labelledby={heading}>
      <h2 id={heading}>{t('device-notes.notes.title')}</h2>
      {operates && <NewNote deviceUUID={deviceUUID} />}
      {error && <FailedState error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={3} height={40} />}
      {data?.total === 0 && (
        <EmptyState
          icon="log"
          title={t('device-notes.notes.empty')}
          text={t('device-notes.notes.emptyText')}
        />
      )}
      {data && data.total > 0 && (
        <>
          <ul className="notes-list">
            {data.rows.map((note) => (
              <li key={note.noteUUID}>
                <Note note={note} />
              </li>
            ))}
          </ul>
          {data.total > PAGE && (
            <Pager
              label={t('device-notes.notes.title')}
              page={page}
              size={size}
              total={data.total}
              onChange={(changes) => setPaging({ page: changes.page ?? 1, size: changes.size ?? size })}
            />
          )}
        </>
      )}
    </section>
  );
}
