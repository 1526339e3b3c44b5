import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { MONITORED_CLIENT_LIMITS } from '@airloom/contract/alarms/alarms.limits';
import { text } from '@airloom/contract/fields';
import { displayMac, isMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCommand } from '../../../shared/api/use-call.ts';
import { textAreaInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { pastedClients, perCall, type Terminal } from '../paste-clients.ts';
import './alarms.css';

const oneForm = z.object({
  mac: z.string().transform(displayMac).refine(isMac, 'validation.mac'),
  name: text(MONITORED_CLIENT_LIMITS.nameMax),
});
const manyForm = z.object({
  list: z
    .string()
    .trim()
    .min(1, 'validation.required')
    .refine((list) => pastedClients(list).unread.length === 0, 'alarms.page.terminal.unread'),
});
const LINES = 10;
const EXAMPLE = '90-3C-B3-BB-1D-A8 Till\n90:3c:b3:bb:1d:a9; Front door';

function useWatching(): (terminals: readonly Terminal[]) => Promise<void> {
  const { t } = useTranslation();
  const watching = useCommand(alarmCalls.createAlarmMacs, { refresh: [alarmCalls.queryAlarmMacs] });
  return async (terminals) => {
    for (const some of perCall(terminals)) {
      // oxlint-disable-next-line no-await-in-loop -- sequential: an error stops the rest
      await watching.run({ terminals: some });
    }
    toast.success(t('alarms.page.terminal.added', { count: terminals.length }));
  };
}

export function OneClient({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const watch = useWatching();
  const form = useSchemaForm({
    schema: oneForm,
    initial: { mac: '', name: '' },
    submit: (terminal) => watch([terminal]),
  });
  return (
    <FormDrawer
      open
      title={t('alarms.page.terminal.add')}
      action={t('alarms.page.terminal.watch')}
      form={form}
      fields={[
        {
          name: 'mac',
          label: 'alarms.page.terminal.mac',
          input: textInput({ code: true, autoComplete: 'off', autoFocus: true }),
        },
        { name: 'name', label: 'alarms.page.terminal.name', input: textInput({ autoComplete: 'off' }) },
      ]}
      onClose={onClose}
    />
  );
}

/** A typed or pasted list; shows how it is parsed before it is sent. */
export function ManyClients({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const watch = useWatching();
  const form = useSchemaForm({
    schema: manyForm,
    initial: { list: '' },
    submit: ({ list }) => watch(pastedClients(list).terminals),
  });
  const { terminals, unread } = pastedClients(form.values.list);
  return (
    <FormDrawer
      open
      title={t('alarms.page.terminal.paste')}
      action={t('alarms.page.terminal.watch')}
      form={form}
      fields={[
        {
          name: 'list',
          label: 'alarms.page.terminal.list',
          hint: 'alarms.page.terminal.listHint',
          input: textAreaInput({ rows: LINES, placeholder: EXAMPLE }),
        },
      ]}
      onClose={onClose}
    >
      <output className="alarms-lead">
        {form.values.list !== '' && t('alarms.page.terminal.found', { count: terminals.length })}{' '}
        {unread.length > 0 &&
          t('alarms.page.terminal.unreadLines', { lines: format.list(unread.map(String)) })}
      </output>
    </FormDrawer>
  );
}
