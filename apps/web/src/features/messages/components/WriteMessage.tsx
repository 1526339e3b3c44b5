import { accessCalls } from '@airloom/contract/access/access.calls';
import { messageCalls } from '@airloom/contract/messages/messages.calls';
import { PAGE_SIZES } from '@airloom/contract/paging';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { manyInput } from '../../../shared/form/many-inputs.tsx';
import { textAreaInput } from '../../../shared/form/rich-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { FormDrawer } from '../../../shared/ui/FormDrawer.tsx';
import { toast } from '../../../shared/ui/toast.ts';
import { MESSAGE_CALLS } from '../messages.queries.ts';

const [size] = PAGE_SIZES.toReversed();

/** Says something to people of the account. */
export default function WriteMessage({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const people = useCall(accessCalls.listSubAccounts, { page: 1, size, sort: 'userName' });
  const sending = useCommand(messageCalls.sendMessage, { refresh: MESSAGE_CALLS });
  const form = useSchemaForm({
    schema: messageCalls.sendMessage.input,
    initial: { peopleUUIDs: [], text: '' },
    async submit(values) {
      await sending.run(values);
      toast.success(t('messages.write.sent', { count: values.peopleUUIDs.length }));
    },
  });
  // Somebody with two roles in the account is one person.
  const named = new Map(
    (people.data?.rows ?? [])
      .filter(({ disabled }) => !disabled)
      .map(({ managerUUID, userName, alias }) => [managerUUID, alias || userName]),
  );
  const choices = [...named].map(([value, label]) => ({ value, label }));
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
          input: manyInput(choices, t('messages.write.choose')),
        },
        { name: 'text', label: 'messages.write.text', input: textAreaInput({ rows: 6 }) },
      ]}
      onClose={onClose}
    />
  );
}
