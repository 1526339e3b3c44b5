import { alarmCalls } from '@airloom/contract/alarms/alarms.calls';
import type { Call } from '@airloom/contract/call';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { manyInput } from '../../../shared/form/many-inputs.tsx';
import { dateTimeField } from '../../../shared/form/moment/moment-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { useSiteChoices } from '../../../shared/session/use-site-choices.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';
import { maintenanceForm, maintenanceOf, usualMaintenance } from '../maintenance-form.ts';
import './alarms.css';

/** Plans maintenance of sites, in the time zone of the browser. */
export default function MaintenanceForm({ refresh, onClose }: { refresh: readonly Call[]; onClose(): void }) {
  const { t } = useTranslation();
  const { siteUUID } = usePlace();
  const sites = useSiteChoices();
  const planning = useCommand(alarmCalls.planMaintenance, { refresh });
  const clock = useClock();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const form = useSchemaForm({
    schema: maintenanceForm,
    initial: usualMaintenance(clock, siteUUID === undefined ? [] : [siteUUID]),
    async submit(values) {
      await planning.run(maintenanceOf(values));
      toast.success(t('alarms.page.maintenance.planned', { name: values.name }));
    },
  });
  return (
    <FormDrawer
      open
      title={t('alarms.page.maintenance.plan')}
      action={t('alarms.page.maintenance.planAction')}
      form={form}
      fields={[
        { name: 'name', label: 'alarms.page.rule.name', input: textInput({ autoComplete: 'off' }) },
        {
          name: 'siteUUIDs',
          label: 'alarms.page.rule.sites',
          input: manyInput(sites, t('alarms.page.maintenance.chooseSites')),
        },
        { name: 'from', label: 'logs.from', input: dateTimeField },
        { name: 'to', label: 'logs.to', input: dateTimeField },
      ]}
      onClose={onClose}
    >
      <p className="alarms-lead">{t('alarms.page.maintenance.lead', { zone: timeZone })}</p>
    </FormDrawer>
  );
}
