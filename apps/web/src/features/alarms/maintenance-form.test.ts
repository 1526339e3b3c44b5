import { maintenanceInput } from '@airloom/contract/alarms/alarms.rules';
import { HOUR } from '@airloom/contract/time';
import { expect, it } from 'vitest';
import { toLocalField } from '../../shared/logs/local-time.ts';
import { maintenanceForm, maintenanceOf, usualMaintenance } from './maintenance-form.ts';

const SITE = '018f0000-0000-7000-8000-00000000000a';

function at(fromNowMs: number): string {
  return toLocalField(new Date(Date.now() + fromNowMs).toISOString());
}

function issues(changes: object): string[] {
  const filled = { ...usualMaintenance(Date.now(), [SITE]), name: 'Cables', ...changes };
  const result = maintenanceForm.safeParse(filled);
  return result.success ? [] : result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
}

it('the initial values with a name are valid input', () => {
  const values = maintenanceForm.parse({ ...usualMaintenance(Date.now(), [SITE]), name: 'Cables' });
  expect(maintenanceInput.safeParse(maintenanceOf(values)).error?.issues ?? []).toEqual([]);
});

it('needs sites, both times, and an end in the future', () => {
  expect(issues({ siteUUIDs: [] })).toEqual(['siteUUIDs validation.required']);
  expect(issues({ from: '' })).toEqual(['from validation.required']);
  expect(issues({ to: '' })).toEqual(['to validation.required']);
  expect(issues({ from: at(2 * HOUR), to: at(HOUR) })).toEqual(['to validation.timeOrder']);
  expect(issues({ from: at(-2 * HOUR), to: at(-HOUR) })).toEqual(['to validation.future']);
});
