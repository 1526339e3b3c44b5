import { LANGUAGES } from '@airloom/contract/languages';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { reportCalls, type ScheduledReport } from '@airloom/contract/statistics/reports.calls';
import {
  REPORT_RHYTHMS,
  STATISTICS_PAGES,
  type StatisticsPage,
} from '@airloom/contract/statistics/statistics.rules';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useCall, useCommand } from '../../../shared/api/use-call.ts';
import { entriesInput, fewInput } from '../../../shared/form/many-inputs.tsx';
import { selectInput, switchInput } from '../../../shared/form/rich-inputs.tsx';
import { textInput } from '../../../shared/form/text-inputs.tsx';
import { useSchemaForm } from '../../../shared/form/use-schema-form.ts';
import { useLanguageStore } from '../../../shared/i18n/i18n.ts';
import { scopeChoices } from '../../../shared/session/scope-choices.ts';
import { siteTreeQuery } from '../../../shared/session/session-actions.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { useLanguageNames } from '../../../shared/ui/actions/LanguageMenu.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { FormDrawer } from '../../../shared/ui/layout/FormDrawer.tsx';
import { zoneInput } from '../../../shared/zones/zone-input.tsx';
import { browserSiteZone } from '../../../shared/zones/zone-names.ts';
import { formOf, reportForm, reportOf, usualReport } from '../report-form.ts';
import { usePageNames } from './use-page-names.ts';
import { clockHour } from './use-schedule-text.ts';
import { useStatisticsRequest } from './use-statistics-request.ts';

interface ReportFormProps {
  page: StatisticsPage;
  /** Null for a new report. */
  report: ScheduledReport | null;
  onClose(): void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const REFRESH = [reportCalls.listReports];

/** Zone of the selected site, else of the browser; undefined while loading. */
function useUsualZone(siteUUID: string | undefined): string | undefined {
  const sites = useCall(organizationCalls.listSites, { siteUUID }, { enabled: siteUUID !== undefined });
  if (sites.isLoading) return undefined;
  const site = siteUUID === undefined ? undefined : sites.data?.rows[0];
  return site?.timeZone ?? browserSiteZone();
}

/** Waits for the initial zone of a new report. */
export function ReportForm(props: ReportFormProps) {
  const { place } = useStatisticsRequest();
  const timeZone = useUsualZone(place.siteUUID);
  return timeZone === undefined ? <Skeleton /> : <Form {...props} timeZone={timeZone} />;
}

function Form({ page, report, timeZone, onClose }: ReportFormProps & { timeZone: string }) {
  const { t } = useTranslation();
  const { place } = useStatisticsRequest();
  const pages = usePageNames();
  const languages = useLanguageNames();
  const language = useLanguageStore((state) => state.language);
  const email = useSession((state) => state.profile?.email ?? '');
  const { data: tree } = useQuery(siteTreeQuery);
  const creating = useCommand(reportCalls.createReport, { refresh: REFRESH });
  const updating = useCommand(reportCalls.updateReport, { refresh: REFRESH });
  const form = useSchemaForm({
    schema: reportForm,
    initial: report === null ? usualReport({ page, place, timeZone, language, email }) : formOf(report),
    async submit(values) {
      const input = reportOf(values, tree);
      if (report === null) await creating.run(input);
      else await updating.run({ reportUUID: report.reportUUID, report: input });
      toast.success(t('statistics.reports.saved', { name: values.name }));
    },
  });
  const rhythms = {
    daily: t('statistics.reports.rhythm.daily'),
    weekly: t('statistics.reports.rhythm.weekly'),
    monthly: t('statistics.reports.rhythm.monthly'),
  };
  return (
    <FormDrawer
      open
      title={report === null ? t('statistics.reports.new') : t('statistics.reports.editTitle')}
      form={form}
      fields={[
        {
          name: 'name',
          label: 'reports.column.name',
          input: textInput({ autoComplete: 'off', autoFocus: true }),
        },
        {
          name: 'pages',
          label: 'statistics.reports.pages',
          group: true,
          input: fewInput(STATISTICS_PAGES.map((value) => ({ value, label: pages[value] }))),
        },
        {
          name: 'place',
          label: 'statistics.scope.label',
          input: selectInput({
            choices: scopeChoices(tree, t('statistics.scope.everything')).map(({ value, label, within }) => ({
              value,
              label: within === undefined ? label : `${label} · ${within}`,
            })),
          }),
        },
        {
          name: 'rhythm',
          label: 'statistics.reports.rhythm.label',
          input: selectInput({ choices: REPORT_RHYTHMS.map((value) => ({ value, label: rhythms[value] })) }),
        },
        {
          name: 'hour',
          label: 'statistics.reports.hour',
          input: selectInput({
            choices: HOURS.map((value) => ({ value, label: clockHour(value) })),
            search: false,
          }),
        },
        {
          name: 'timeZone',
          label: 'statistics.reports.zone',
          input: zoneInput,
        },
        {
          name: 'emails',
          label: 'statistics.reports.emails',
          hint: 'statistics.reports.emailsHint',
          input: entriesInput(t('statistics.reports.emailsPlaceholder'), (entry) => entry.trim()),
        },
        {
          name: 'language',
          label: 'ui.language.label',
          input: selectInput({
            choices: LANGUAGES.map((value) => ({ value, label: languages[value] })),
          }),
        },
        { name: 'enabled', label: 'statistics.reports.enabled', inline: true, input: switchInput() },
      ]}
      onClose={onClose}
    />
  );
}
