import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { numberInput, selectInput, textAreaInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { type FormSchema, type SchemaForm, useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { type Prepared, useCommandStore } from '../command-store.ts';
import './commands.css';
import {
  confirmationTextFor,
  countBlocked,
  locateCommand,
  scriptCommand,
  traceCommand,
} from '../command-kinds.ts';
import { useSend } from './use-send.ts';

const LOCATE_SECONDS = 30;
const TRACE_SECONDS = 30;

function close(): void {
  useCommandStore.setState({ prepared: null });
}

interface CommandDrawerProps<S extends FormSchema> {
  prepared: Prepared;
  form: SchemaForm<S>;
  fields: readonly FieldDef<S>[];
  text: string;
}

/** Common part of every command form: its devices, and those that cannot receive it. */
function CommandDrawer<S extends FormSchema>({ prepared, form, fields, text }: CommandDrawerProps<S>) {
  const { t } = useTranslation();
  const { command, devices } = prepared;
  const left = countBlocked(devices, command);
  const receiver =
    devices.length === 1 ? (devices[0]?.name ?? '') : t('command-pages.devices', { count: devices.length });
  const name = t(`commands.command.${command}`);
  return (
    <FormDrawer
      open
      title={t('command-pages.order', { name, receiver })}
      action={name}
      danger={command === 'factoryReset'}
      form={form}
      fields={fields}
      onClose={close}
    >
      <p className="commands-lead">
        {text} {left > 0 && t('command-pages.confirm.leftOut', { count: left })}
      </p>
    </FormDrawer>
  );
}

function LocateForm({ prepared }: { prepared: Prepared }) {
  const { t } = useTranslation();
  const send = useSend();
  const form = useSchemaForm({
    schema: locateCommand,
    initial: { name: 'locate', seconds: LOCATE_SECONDS, pattern: 'blink' },
    submit: (command) => send(prepared, command),
  });
  return (
    <CommandDrawer
      prepared={prepared}
      form={form}
      text={t('command-pages.locate.lead')}
      fields={[
        {
          name: 'pattern',
          label: 'command-pages.locate.pattern',
          input: selectInput({
            choices: [
              { value: 'blink', label: t('command-pages.locate.blink') },
              { value: 'on', label: t('command-pages.locate.on') },
              { value: 'off', label: t('command-pages.locate.off') },
            ],
          }),
        },
        {
          name: 'seconds',
          label: 'command-pages.seconds',
          input: numberInput(),
        },
      ]}
    />
  );
}

function TraceForm({ prepared }: { prepared: Prepared }) {
  const { t } = useTranslation();
  const send = useSend();
  const form = useSchemaForm({
    schema: traceCommand,
    initial: { name: 'trace', seconds: TRACE_SECONDS, network: 'up' },
    submit: (command) => send(prepared, command),
  });
  return (
    <CommandDrawer
      prepared={prepared}
      form={form}
      text={t('command-pages.trace.lead')}
      fields={[
        {
          name: 'network',
          label: 'command-pages.trace.network',
          input: selectInput({
            choices: [
              { value: 'up', label: t('command-pages.trace.up') },
              { value: 'down', label: t('command-pages.trace.down') },
            ],
          }),
        },
        {
          name: 'seconds',
          label: 'command-pages.seconds',
          input: numberInput(),
        },
      ]}
    />
  );
}

function ScriptForm({ prepared }: { prepared: Prepared }) {
  const { t } = useTranslation();
  const send = useSend();
  const form = useSchemaForm({
    schema: scriptCommand,
    initial: { name: 'script', script: '' },
    submit: (command) => send(prepared, command),
  });
  return (
    <CommandDrawer
      prepared={prepared}
      form={form}
      text={t('command-pages.script.lead')}
      fields={[{ name: 'script', label: 'command-pages.script.script', input: textAreaInput({ rows: 12 }) }]}
    />
  );
}

function FactoryResetForm({ prepared }: { prepared: Prepared }) {
  const { t } = useTranslation();
  const send = useSend();
  const word = confirmationTextFor(prepared.devices);
  const form = useSchemaForm({
    schema: z.object({
      word: z.string().refine((typed) => typed.trim() === word, 'command-pages.factoryReset.differs'),
    }),
    initial: { word: '' },
    submit: () => send(prepared, { name: 'factoryReset' }),
  });
  const fields: FieldDef<z.ZodType<{ word: string }, { word: string }>>[] = [
    {
      name: 'word',
      label:
        prepared.devices.length === 1
          ? 'command-pages.factoryReset.name'
          : 'command-pages.factoryReset.number',
      input: textInput({ autoComplete: 'off', placeholder: word }),
    },
  ];
  return (
    <CommandDrawer
      prepared={prepared}
      form={form}
      text={t('command-pages.factoryReset.lead')}
      fields={fields}
    />
  );
}

/** The form for a command that needs more input. */
export function CommandForm({ prepared }: { prepared: Prepared }) {
  switch (prepared.command) {
    case 'locate':
      return <LocateForm prepared={prepared} />;
    case 'trace':
      return <TraceForm prepared={prepared} />;
    case 'script':
      return <ScriptForm prepared={prepared} />;
    case 'factoryReset':
      return <FactoryResetForm prepared={prepared} />;
    default:
      return null;
  }
}
