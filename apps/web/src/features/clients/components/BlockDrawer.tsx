import { onlineCalls } from '@airloom/contract/clients/online.calls';
import { displayMac } from '@airloom/contract/formats/network/mac';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import { selectInput } from '../../../shared/form/rich-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { undoToast } from '../../../shared/ui/feedback/undo-toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { TERMINAL_CALLS } from '../clients.queries.ts';
import type { Blocking } from './use-client-actions.ts';

/** Value for a block without end. */
const FOR_GOOD = 0;
/** Minutes: a quarter of an hour, one and eight hours, a day, a week. */
const SPANS = [15, 60, 480, 1440, 10_080, FOR_GOOD] as const;
const USUAL = 60;

const form = z.object({ minutes: z.literal(SPANS) });

/** Asks for the duration of a block. */
export function BlockDrawer({ blocking, onClose }: { blocking: Blocking; onClose(): void }) {
  const { t } = useTranslation();
  const { terminals, done } = blocking;
  const [first] = terminals;
  const macs = terminals.map(({ mac }) => mac);
  const block = useCommand(onlineCalls.blockTerminal, { refresh: TERMINAL_CALLS });
  const unblock = useCommand(onlineCalls.unblockTerminal, { refresh: TERMINAL_CALLS });
  const names: Record<(typeof SPANS)[number], string> = {
    15: t('terminal-pages.block.minutes', { count: 15 }),
    60: t('terminal-pages.block.hours', { count: 1 }),
    480: t('terminal-pages.block.hours', { count: 8 }),
    1440: t('terminal-pages.block.days', { count: 1 }),
    10080: t('terminal-pages.block.days', { count: 7 }),
    0: t('terminal-pages.block.forGood'),
  };
  const state = useSchemaForm({
    schema: form,
    initial: { minutes: USUAL },
    submit: async ({ minutes }) => {
      await block.run({ macs, minutes: minutes === FOR_GOOD ? null : minutes });
      done();
      void undoToast({
        text: t('terminal-pages.block.done', { count: macs.length }),
        label: t('terminal-pages.undo'),
        undo: () => void ignoreCallFailure(unblock.run({ macs })),
      });
    },
  });
  return (
    <FormDrawer
      open
      danger
      title={
        first !== undefined && macs.length === 1
          ? t('terminal-pages.block.titleOf', { name: first.name || displayMac(first.mac) })
          : t('terminal-pages.block.title', { count: macs.length })
      }
      action={t('terminal-pages.block.action')}
      form={state}
      fields={[
        {
          name: 'minutes',
          label: 'terminal-pages.block.howLong',
          input: selectInput({ choices: SPANS.map((value) => ({ value, label: names[value] })) }),
        },
      ]}
      onClose={onClose}
    >
      <p className="terminal-note">{t('terminal-pages.block.text')}</p>
    </FormDrawer>
  );
}
