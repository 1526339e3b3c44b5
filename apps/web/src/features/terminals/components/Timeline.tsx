import { CHART_RANGES } from '@airloom/contract/telemetry/telemetry.model';
import { onlineCalls } from '@airloom/contract/terminals/online.calls';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useRangeNames } from '../../../shared/chart/use-range-names.ts';
import { useAddressValue } from '../../../shared/routing/use-address-value.ts';
import { CountFilter } from '../../../shared/ui/CountFilter.tsx';
import { FailedState } from '../../../shared/ui/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { HourCharts } from './HourCharts.tsx';
import { Story } from './Story.tsx';

const READ_AGAIN_MS = 60_000;
/** Less than a few hours would be a point or two. */
const RANGES = CHART_RANGES.filter((range) => range !== 'hour');

/** How it fared and where it was, in a window of time that stands in the address. */
export function Timeline({ mac }: { mac: string }) {
  const { t } = useTranslation();
  const [asked, ask] = useAddressValue('range');
  const range = RANGES.find((one) => one === asked) ?? 'day';
  const { data, error, refetch } = useCall(
    onlineCalls.terminalTimeline,
    { mac, range },
    { keepPrevious: true, every: READ_AGAIN_MS },
  );
  const names = useRangeNames();
  return (
    <>
      <CountFilter
        label={t('device-detail.range.label')}
        counts={RANGES.map((value) => ({ value, label: names[value] }))}
        value={range}
        onChange={ask}
      />
      {error && <FailedState error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={3} height={180} />}
      {data && (
        <>
          <HourCharts timeline={data} />
          <Story timeline={data} />
        </>
      )}
    </>
  );
}
