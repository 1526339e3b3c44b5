import type { OutputOf } from '@airloom/contract/call';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { LIMITS } from '@airloom/contract/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { numberInput, selectInput } from '../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../shared/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useRoleReach } from '../../../shared/session/account-reach.ts';
import { FormDrawer } from '../../../shared/ui/FormDrawer.tsx';
import { useSiteChoices, useUsualSite } from '../devices.queries.ts';
import { ClaimCodeShown } from './ClaimCodeShown.tsx';

/** Devices wait, instead of standing in a site at once. */
const WAIT = 'wait';
const codeForm = deviceCalls.createClaimCode.input;

const { claim } = LIMITS;
const DAY = 24;
const SPANS = [1, DAY, 7 * DAY, claim.validHoursMax];

export function ClaimCodeForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const sites = useSiteChoices();
  const usualSite = useUsualSite();
  const seesAll = useRoleReach() === 'account';
  const [made, setMade] = useState<OutputOf<typeof deviceCalls.createClaimCode> | null>(null);
  const create = useCommand(deviceCalls.createClaimCode, { refresh: [deviceCalls.listClaimCodes] });
  const form = useSchemaForm({
    schema: codeForm,
    initial: {
      siteUUID: usualSite === '' ? (seesAll ? null : (sites[0]?.value ?? null)) : usualSite,
      uses: 1,
      validHours: claim.validHoursUsual,
    },
    async submit(values) {
      setMade(await create.run(values));
    },
  });
  const sitePicker = selectInput({
    choices: [...(seesAll ? [{ value: WAIT, label: t('devices-pages.codes.noSite') }] : []), ...sites],
    search: true,
  });
  const fields: readonly FieldDef<typeof codeForm>[] = [
    {
      name: 'siteUUID',
      label: 'devices-pages.codes.into',
      hint: 'devices-pages.codes.intoHint',
      input: (control) =>
        sitePicker({
          ...control,
          required: true,
          value: control.value ?? WAIT,
          onChange: (value) => control.onChange(value === WAIT ? null : (value ?? null)),
        }),
    },
    {
      name: 'uses',
      label: 'devices-pages.codes.uses',
      hint: 'devices-pages.codes.usesHint',
      input: (control) =>
        numberInput({ min: 1, max: claim.usesMax })({
          ...control,
          onChange: (value) => control.onChange(value ?? undefined),
        }),
    },
    {
      name: 'validHours',
      label: 'devices-pages.codes.valid',
      input: selectInput({
        choices: SPANS.map((hours) => ({
          value: hours,
          label:
            hours < DAY
              ? t('devices-pages.codes.hours', { count: hours })
              : t('devices-pages.codes.days', { count: hours / DAY }),
        })),
      }),
    },
  ];
  if (made) return <ClaimCodeShown code={made.code} expiresAt={made.expiresAt} onDone={onClose} />;
  return (
    <FormDrawer
      open
      title={t('devices-pages.codes.new')}
      action={t('devices-pages.codes.create')}
      form={form}
      fields={fields}
      onClose={onClose}
    />
  );
}
