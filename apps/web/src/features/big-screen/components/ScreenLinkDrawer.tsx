import { bigScreenCalls } from '@airloom/contract/big-screen/big-screen.calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { entriesInput } from '../../../shared/form/many-inputs.tsx';
import { selectInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { EVERYTHING } from '../../../shared/session/scope-address.ts';
import { scopeChoices } from '../../../shared/session/scope-choices.ts';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { screenLinkForm, screenLinkOf } from '../screen-link-form.ts';

const DAYS = [1, 7, 30, 90, 365] as const;
const DEFAULT_DAYS = 30;
const YEAR_DAYS = 365;

interface ScreenLinkDrawerProps {
  onClose(): void;
  onCreated(created: { name: string; url: string }): void;
}

export default function ScreenLinkDrawer({ onClose, onCreated }: ScreenLinkDrawerProps) {
  const { t } = useTranslation();
  const { data: tree } = useQuery(siteTreeQuery);
  const selected = useSession((state) => state.currentSite?.id);
  const create = useCommand(bigScreenCalls.createScreenLink, { refresh: [bigScreenCalls.listScreenLinks] });
  const form = useSchemaForm({
    schema: screenLinkForm,
    initial: { name: '', place: selected ?? EVERYTHING, validDays: DEFAULT_DAYS, addresses: [] },
    async submit(values) {
      const { path } = await create.run(screenLinkOf(values, tree));
      onCreated({ name: values.name, url: new URL(path, location.origin).href });
    },
  });
  return (
    <FormDrawer
      open
      title={t('big-screen.links.create')}
      action={t('big-screen.links.create')}
      form={form}
      fields={[
        {
          name: 'name',
          label: 'big-screen.links.form.name',
          hint: 'big-screen.links.form.nameHint',
          input: textInput({ autoComplete: 'off', autoFocus: true }),
        },
        {
          name: 'place',
          label: 'big-screen.links.form.place',
          input: selectInput({
            choices: scopeChoices(tree, t('big-screen.links.form.everything')).map(
              ({ value, label, within }) => ({
                value,
                label: within === undefined ? label : `${label} · ${within}`,
              }),
            ),
          }),
        },
        {
          name: 'validDays',
          label: 'big-screen.links.form.valid',
          input: selectInput<number>({
            choices: DAYS.map((days) => ({
              value: days,
              label:
                days === YEAR_DAYS ? t('big-screen.links.year') : t('big-screen.links.days', { count: days }),
            })),
          }),
        },
        {
          name: 'addresses',
          label: 'big-screen.links.form.addresses',
          hint: 'big-screen.links.form.addressesHint',
          input: entriesInput('203.0.113.0/24', (entry) => entry.trim()),
        },
      ]}
      onClose={onClose}
    />
  );
}
