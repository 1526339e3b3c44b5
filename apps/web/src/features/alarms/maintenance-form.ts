import type { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import { maintenanceInput } from '@airloom/contract/alarms/alarms.rules';
import type { InputOf } from '@airloom/contract/call';
import { z } from 'zod';
import { fromLocalField, toLocalField } from '../../shared/logs/local-time.ts';

const { name, siteUUIDs } = maintenanceInput.shape;
const moment = z.string().refine((typed) => fromLocalField(typed) !== undefined, 'validation.required');

/** Values of the form: times as in the fields, in the zone of the browser. */
export const maintenanceForm = z
  .object({ name, siteUUIDs, from: moment, to: moment })
  .superRefine(({ from, to }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['to'], message });
    const begins = fromLocalField(from);
    const ends = fromLocalField(to);
    if (begins === undefined || ends === undefined) return;
    if (begins >= ends) refuse('validation.timeOrder');
    else if (Date.parse(ends) <= Date.now()) refuse('validation.future');
  });

export type MaintenanceForm = typeof maintenanceForm;

const USUAL_MS = 2 * 3_600_000;

/** Default: from now for two hours. */
export function usualMaintenance(now: number, sites: readonly string[]): z.input<MaintenanceForm> {
  return {
    name: '',
    siteUUIDs: [...sites],
    from: toLocalField(new Date(now).toISOString()),
    to: toLocalField(new Date(now + USUAL_MS).toISOString()),
  };
}

export function maintenanceOf(values: z.output<MaintenanceForm>): InputOf<typeof alarmCalls.planMaintenance> {
  return {
    name: values.name,
    siteUUIDs: values.siteUUIDs,
    from: fromLocalField(values.from) ?? '',
    to: fromLocalField(values.to) ?? '',
  };
}
