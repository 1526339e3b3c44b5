import { messageCalls } from '@airloom/contract/messages/messages.calls';
import { useTranslation } from 'react-i18next';
import { usePeople } from '../../../shared/access/use-people.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { foundInput } from '../../../shared/form/many-inputs.tsx';
import { textAreaInput } from '../../../shared/form/rich-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { MESSAGE_CALLS } from '../messages.queries.ts';

/** Sends a message to people of the account. */
export default function WriteMessage({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const people = usePeople();
  const sending = useCommand(messageCalls.sendMessage, { refresh: MESSAGE_CALLS });
  const form = useSchemaForm({
    schema: messageCalls.sendMessage.input,
    initial: { peopleUUIDs: [], text: '' },
    async submit(values) {
      await sending.run(values);
      toast.success(t('messages.write.sent', { count: values.peopleUUIDs.length }));
    },
  });
  return (
    <FormDrawer
      open
      title={t('messages.write.action')}
      action={t('messages.write.send')}
      form={form}
      fields={[
        {
          name: 'peopleUUIDs',
          label: 'messages.write.to',
          input: foundInput(people.found, t('messages.write.choose'), people),
        },
        { name: 'text', label: 'messages.write.text', input: textAreaInput({ rows: 6 }) },
      ]}
      onClose={onClose}
    />
  );
}
