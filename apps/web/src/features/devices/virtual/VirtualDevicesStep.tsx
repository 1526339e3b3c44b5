import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { VIRTUAL_LIMITS } from '@airloom/contract/devices/devices.limits';
import { VIRTUAL_KINDS, virtualKinds, virtualTotal } from '@airloom/contract/devices/virtual.calls';
import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { numberInput } from '../../../shared/form/rich-inputs.tsx';
import { type FieldDef, SchemaForm } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { useUsualSite, VIRTUAL_CALLS } from '../devices.queries.ts';
import './virtual-devices.css';
import { VirtualProgress } from './VirtualProgress.tsx';

const LABELS = {
  gateway: 'devices-pages.virtual.gateways',
  switch: 'devices-pages.virtual.switches',
  ap: 'devices-pages.virtual.aps',
} as const;

/** Until all have connected. */
const READ_AGAIN_MS = 2_000;

interface VirtualDevicesStepProps {
  /** Asked for unless given. */
  siteUUID?: string | undefined;
  /** Opens the list of devices, for instance by closing what covers it. */
  onShow(siteUUID: string): void;
}

/** Starts simulated devices in a site, shows how they connect, and removes them. */
export function VirtualDevicesStep({ siteUUID, onShow }: VirtualDevicesStepProps) {
  const { t } = useTranslation();
  const sites = useSiteChoices();
  const usual = useUsualSite();
  const [chosen, setChosen] = useState(usual);
  const site = siteUUID ?? (chosen === '' && sites.length === 1 ? (sites[0]?.value ?? '') : chosen);
  const id = useId();
  return (
    <div className="virtual-step">
      <p className="virtual-lead">{t('devices-pages.virtual.lead')}</p>
      {siteUUID === undefined && (
        <div className="field">
          <label className="field-label" htmlFor={id}>
            {t('devices.column.siteName')}
          </label>
          <Select
            id={id}
            showSearch={CHOICE_SEARCH}
            options={[...sites]}
            value={site === '' ? null : site}
            placeholder={t('devices-pages.place.choose')}
            onChange={(value) => setChosen(value ?? '')}
          />
        </div>
      )}
      {site !== '' && <OfSite key={site} siteUUID={site} onShow={() => onShow(site)} />}
    </div>
  );
}

function OfSite({ siteUUID, onShow }: { siteUUID: string; onShow(): void }) {
  const { t } = useTranslation();
  const query = useCall(deviceCalls.viewVirtualDevices, { siteUUID }, { every: READ_AGAIN_MS });
  const { data } = query;
  if (query.error) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (data === undefined) return <Skeleton rows={3} height={32} />;
  if (data.kinds !== null) {
    const total = virtualTotal(data.kinds);
    return <VirtualProgress siteUUID={siteUUID} online={data.online} total={total} onShow={onShow} />;
  }
  if (!data.available) return <output>{t('devices-pages.virtual.unavailable')}</output>;
  return <StartForm siteUUID={siteUUID} room={data.room} />;
}

function StartForm({ siteUUID, room }: { siteUUID: string; room: number }) {
  const { t } = useTranslation();
  const start = useCommand(deviceCalls.startVirtualDevices, { refresh: VIRTUAL_CALLS });
  const form = useSchemaForm({
    schema: virtualKinds,
    initial: { ...VIRTUAL_LIMITS.usual },
    async submit(kinds) {
      await start.run({ siteUUID, kinds });
    },
  });
  const total = VIRTUAL_KINDS.reduce((sum, kind) => sum + (form.values[kind] ?? 0), 0);
  const tooMany = total > room;
  const fields: readonly FieldDef<typeof virtualKinds>[] = VIRTUAL_KINDS.map((kind) => ({
    name: kind,
    label: LABELS[kind],
    input: numberInput(),
  }));
  return (
    <SchemaForm form={form} fields={fields}>
      <div className="virtual-start">
        <Button type="primary" htmlType="submit" loading={form.pending} disabled={total === 0 || tooMany}>
          {t('devices-pages.virtual.start')}
        </Button>
        <p role={tooMany ? 'alert' : undefined} data-tone={tooMany ? 'error' : undefined}>
          {t(tooMany ? 'devices-pages.virtual.tooMany' : 'devices-pages.virtual.room', { count: room })}
        </p>
      </div>
    </SchemaForm>
  );
}
