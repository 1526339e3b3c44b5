import type { OutputOf } from '@airloom/contract/call';
import { claimCodeHours, claimCodeUses } from '@airloom/contract/devices/claims.calls';
import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { CLAIM_LIMITS } from '@airloom/contract/devices/devices.limits';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { numberInput, selectInput } from '../../../../shared/form/rich-inputs.tsx';
import type { FieldDef } from '../../../../shared/form/SchemaForm.tsx';
import { type Control, useSchemaForm } from '../../../../shared/form/use-schema-form.ts';
import { useRoleReach } from '../../../../shared/session/account-reach.ts';
import { useSiteChoices } from '../../../../shared/session/use-site-choices.ts';
import { FormDrawer } from '../../../../shared/ui/layout/FormDrawer.tsx';
import { useUsualSite } from '../../devices.queries.ts';

/** Choice of no site: devices are unclaimed. */
const UNCLAIMED = 'wait';
const codeForm = z.object({
  siteUUID: z.string().min(1, 'validation.required'),
  uses: claimCodeUses,
  validHours: claimCodeHours,
});

const DAY = 24;
const SPANS = [1, DAY, 7 * DAY, CLAIM_LIMITS.validHoursMax];

const number = numberInput();

/** An empty field is no number, for which the form has its own message. */
function usesInput(control: Control<number>) {
  return number({ ...control, onChange: (value) => control.onChange(value ?? Number.NaN) });
}

export type MadeCode = OutputOf<typeof deviceCalls.createClaimCode>;

interface ClaimCodeFormProps {
  onMade(code: MadeCode): void;
  onClose(): void;
}

export function ClaimCodeForm({ onMade, onClose }: ClaimCodeFormProps) {
  const { t } = useTranslation();
  const usualSite = useUsualSite();
  const seesAll = useRoleReach() === 'account';
  const create = useCommand(deviceCalls.createClaimCode, { refresh: [deviceCalls.listClaimCodes] });
  const form = useSchemaForm({
    schema: codeForm,
    initial: {
      siteUUID: usualSite === '' && seesAll ? UNCLAIMED : usualSite,
      uses: 1,
      validHours: CLAIM_LIMITS.validHoursUsual,
    },
    async submit({ siteUUID, ...values }) {
      onMade(await create.run({ ...values, siteUUID: siteUUID === UNCLAIMED ? null : siteUUID }));
    },
  });
  const sites = useSiteChoices();
  const fields: readonly FieldDef<typeof codeForm>[] = [
    {
      name: 'siteUUID',
      label: 'devices-pages.codes.into',
      hint: 'devices-pages.codes.intoHint',
      input: selectInput({
        choices: [
          ...(seesAll ? [{ value: UNCLAIMED, label: t('devices-pages.codes.noSite') }] : []),
          ...sites,
        ],
        placeholder: t('devices-pages.place.choose'),
        search: true,
      }),
    },
    {
      name: 'uses',
      label: 'devices-pages.codes.uses',
      hint: 'devices-pages.codes.usesHint',
      input: usesInput,
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
