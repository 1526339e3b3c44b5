import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { TrustedCa } from '@airloom/contract/devices/devices.model';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreCallFailure } from '../../../../shared/api/ignore-call-failure.ts';
import { useCall, useCommand } from '../../../../shared/api/use-call.ts';
import { textAreaInput } from '../../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { Clipped } from '../../../../shared/table/Clipped.tsx';
import { type Column, Grid } from '../../../../shared/table/Grid.tsx';
import '../../../../shared/table/table.css';
import { ActionButton } from '../../../../shared/ui/actions/ActionButton.tsx';
import type { Action } from '../../../../shared/ui/actions/action.ts';
import { confirm } from '../../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { StatusDot, type Tone } from '../../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../../shared/ui/Times.tsx';
import '../devices.css';
import { ProveCaDrawer } from './ProveCaDrawer.tsx';

const REFRESH = [deviceCalls.listTrustedCas];
const PEM_LINES = 12;
const PEM_EXAMPLE = '-----BEGIN CERTIFICATE-----';

const STATE_TONES: Readonly<Record<TrustedCa['state'], Tone>> = {
  waitingForProof: 'warn',
  proven: 'ok',
  trustedEarlier: 'ok',
};

interface Unproven {
  ca: Pick<TrustedCa, 'trustedCaUUID' | 'name'>;
  challenge: string;
}

function AddCa({ onAdded, onClose }: { onAdded(added: Unproven): void; onClose(): void }) {
  const { t } = useTranslation();
  const add = useCommand(deviceCalls.addTrustedCa, { refresh: REFRESH });
  const form = useSchemaForm({
    schema: deviceCalls.addTrustedCa.input,
    initial: { name: '', pem: '' },
    async submit(values) {
      const { trustedCaUUID, challenge } = await add.run(values);
      toast.success(t('devices-pages.cas.added', { name: values.name }));
      onAdded({ ca: { trustedCaUUID, name: values.name }, challenge });
    },
  });
  return (
    <FormDrawer
      open
      title={t('devices-pages.cas.add')}
      action={t('devices-pages.cas.addAction')}
      form={form}
      fields={[
        { name: 'name', label: 'devices.column.name', input: textInput({ autoComplete: 'off' }) },
        {
          name: 'pem',
          label: 'devices-pages.cas.pem',
          hint: 'devices-pages.cas.pemHint',
          input: textAreaInput({ rows: PEM_LINES, placeholder: PEM_EXAMPLE }),
        },
      ]}
      onClose={onClose}
    />
  );
}

/** Certificate authorities whose devices belong to this account. */
export function TrustedCasTab() {
  const { t } = useTranslation();
  const query = useCall(deviceCalls.listTrustedCas, {});
  const removal = useCommand(deviceCalls.removeTrustedCa, { refresh: REFRESH });
  const [adding, setAdding] = useState(false);
  const [proving, setProving] = useState<Unproven | null>(null);
  const states: Readonly<Record<TrustedCa['state'], string>> = {
    waitingForProof: t('devices-pages.cas.waitingForProof'),
    proven: t('devices-pages.cas.proven'),
    trustedEarlier: t('devices-pages.cas.trustedEarlier'),
  };

  async function remove({ trustedCaUUID, name }: TrustedCa): Promise<void> {
    const sure = await confirm({
      title: t('devices-pages.cas.removeTitle', { name }),
      text: t('devices-pages.cas.removeText'),
      action: t('devices-pages.cas.remove'),
      danger: true,
    });
    if (!sure) return;
    await removal.run({ trustedCaUUID });
    toast.success(t('devices-pages.cas.removed', { name }));
  }

  const add: Action = {
    id: 'addTrustedCa',
    label: t('devices-pages.cas.add'),
    icon: 'plus',
    needs: 'account_manage:operate',
    run: () => setAdding(true),
  };
  const proofOf = (ca: TrustedCa, challenge: string): Action => ({
    id: 'proveTrustedCa',
    frequent: true,
    label: t('devices-pages.cas.prove'),
    icon: 'check',
    needs: 'account_manage:operate',
    run: () => setProving({ ca, challenge }),
  });
  const columns: readonly Column<TrustedCa>[] = [
    { key: 'name', title: 'devices.column.name', render: (ca) => <Clipped text={ca.name} /> },
    {
      key: 'state',
      status: true,
      title: 'devices-pages.cas.state',
      render: (ca) => (
        <span className="devices-states">
          <StatusDot tone={STATE_TONES[ca.state]}>{states[ca.state]}</StatusDot>
          {ca.shared && <StatusDot tone="warn">{t('devices-pages.cas.shared')}</StatusDot>}
        </span>
      ),
    },
    { key: 'subject', title: 'devices-pages.cas.subject', render: (ca) => <Clipped text={ca.subject} /> },
    {
      key: 'fingerprint',
      title: 'devices-pages.cas.fingerprint',
      render: (ca) => (
        <code className="devices-fingerprint" title={ca.fingerprint}>
          {ca.fingerprint}
        </code>
      ),
    },
    {
      key: 'notAfter',
      title: 'devices-pages.cas.notAfter',
      render: (ca) => <DateTime at={ca.notAfter} />,
    },
  ];
  return (
    <div className="devices-stack">
      <p className="page-lead">{t('devices-pages.cas.lead')}</p>
      <div className="card">
        {query.error && <FailedState error={query.error} retry={() => void query.refetch()} />}
        {query.isPending && <Skeleton rows={3} />}
        {query.data?.length === 0 && (
          <EmptyState icon="key" title={t('devices-pages.cas.empty')} action={add} />
        )}
        {query.data && query.data.length > 0 && (
          <Grid
            label={t('devices-pages.cas.tab')}
            rows={query.data}
            columns={columns}
            rowKey={(ca) => ca.trustedCaUUID}
            rowName={(ca) => ca.name}
            rowActions={(ca) => [
              ...(ca.challenge === null ? [] : [proofOf(ca, ca.challenge)]),
              {
                id: 'removeTrustedCa',
                label: t('devices-pages.cas.remove'),
                icon: 'delete',
                danger: true,
                needs: 'account_manage:operate',
                run: () => void ignoreCallFailure(remove(ca)),
              },
            ]}
            sort={undefined}
            onSort={() => undefined}
            stale={false}
          />
        )}
      </div>
      {query.data && query.data.length > 0 && (
        <div>
          <ActionButton action={add} />
        </div>
      )}
      {adding && <AddCa onAdded={setProving} onClose={() => setAdding(false)} />}
      {proving && <ProveCaDrawer {...proving} onClose={() => setProving(null)} />}
    </div>
  );
}
