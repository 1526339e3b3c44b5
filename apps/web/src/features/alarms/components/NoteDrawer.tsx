import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { alarmsAndNote } from '@airloom/contract/alarms/alarms.rules';
import { useTranslation } from 'react-i18next';
import { ALARM_CALLS } from '../../../shared/alarms/alarm-calls.ts';
import { confirmWithNote } from '../../../shared/alarms/confirm-alarms.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import './alarms.css';
import type { Deed } from './use-alarm-actions.ts';

const noteForm = alarmsAndNote.pick({ note: true });

/** Confirms or clears; with a note of one line, so that Enter submits. */
export function NoteDrawer({ deed, onClose }: { deed: Deed; onClose(): void }) {
  const { t } = useTranslation();
  const clearing = useCommand(alarmCalls.clearAlarm, { refresh: ALARM_CALLS });
  const alarmUUIDs = [...deed.alarmUUIDs];
  const count = alarmUUIDs.length;
  const words =
    deed.do === 'confirm'
      ? {
          title: t('alarms.page.confirm.title', { count }),
          lead: t('alarms.page.confirm.lead'),
          action: t('alarms.page.confirm.action'),
        }
      : {
          title: t('alarms.page.clear.title', { count }),
          lead: t('alarms.page.clear.lead'),
          action: t('alarms.page.clear.action'),
        };
  const form = useSchemaForm({
    schema: noteForm,
    initial: { note: '' },
    async submit({ note }) {
      if (deed.do === 'confirm') {
        await confirmWithNote(alarmUUIDs, note);
      } else {
        const { cleared } = await clearing.run({ alarmUUIDs, note });
        toast.success(t('alarms.page.clear.done', { count: cleared }));
      }
      deed.done();
    },
  });
  return (
    <FormDrawer
      open
      title={words.title}
      action={words.action}
      form={form}
      fields={[
        {
          name: 'note',
          label: 'alarms.page.note',
          input: textInput({ autoComplete: 'off', autoFocus: true }),
        },
      ]}
      onClose={onClose}
    >
      <p className="alarms-lead">{words.lead}</p>
    </FormDrawer>
  );
}
