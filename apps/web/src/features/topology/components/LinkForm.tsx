import { topologyCalls } from '@airloom/contract/topology/topology.calls';
import type { Topology } from '@airloom/contract/topology/topology.model';
import { linkInput } from '@airloom/contract/topology/topology.rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { selectInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { useRefusalText } from './use-link-labels.ts';

export interface LinkDraft {
  readonly upperUUID: string;
  readonly lowerUUID: string;
}

interface LinkFormProps {
  topology: Topology;
  siteUUID: string;
  draft: LinkDraft;
  nameOf(id: string): string;
  onClose(): void;
}

/** Form for a manual link. */
export function LinkForm({ topology, siteUUID, draft, nameOf, onClose }: LinkFormProps) {
  const { t } = useTranslation();
  const refusalText = useRefusalText(topology.links, nameOf);
  const create = useCommand(topologyCalls.createLink, { refresh: [topologyCalls.viewTopology] });
  const form = useSchemaForm({
    schema: linkInput,
    initial: { siteUUID, upperPort: '', lowerPort: '', ...draft },
    async submit(values) {
      await create.run(values);
      const names = { upper: nameOf(values.upperUUID), lower: nameOf(values.lowerUUID) };
      toast.success(t('topology.drawn', names));
    },
  });
  const choices = useMemo(
    () => topology.nodes.map(({ deviceUUID, name }) => ({ value: deviceUUID, label: name })),
    [topology.nodes],
  );
  const device = selectInput({ choices, placeholder: t('topology.form.choose'), search: true });
  const fields: readonly FieldDef<typeof linkInput>[] = [
    { name: 'lowerUUID', label: 'topology.form.lower', hint: 'topology.form.lowerHint', input: device },
    { name: 'lowerPort', label: 'topology.form.lowerPort', input: textInput({ autoComplete: 'off' }) },
    { name: 'upperUUID', label: 'topology.form.upper', hint: 'topology.form.upperHint', input: device },
    { name: 'upperPort', label: 'topology.form.upperPort', input: textInput({ autoComplete: 'off' }) },
  ];
  const { upperUUID, lowerUUID } = form.values;
  const refused = upperUUID === '' || lowerUUID === '' ? null : refusalText({ upperUUID, lowerUUID });
  return (
    <FormDrawer
      open
      title={t('topology.form.title')}
      action={t('topology.form.action')}
      form={form}
      fields={fields}
      onClose={onClose}
    >
      <p className="topology-rules">{t('topology.form.rules')}</p>
      {refused !== null && (
        <p className="topology-refused" role="alert">
          {refused}
        </p>
      )}
    </FormDrawer>
  );
}
