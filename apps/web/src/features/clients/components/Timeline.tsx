import { onlineCalls } from '@airloom/contract/clients/online.calls';
import { useCall } from '../../../shared/api/use-call.ts';
import { ChartPage } from '../../../shared/chart/crosshair/ChartPage.tsx';
import { PreviousSwitch } from '../../../shared/chart/previous/PreviousSwitch.tsx';
import { useChosenWindow } from '../../../shared/chart/use-chosen-window.ts';
import { OwnInterval, WindowPicker } from '../../../shared/chart/WindowPicker.tsx';
import { LazyZoomNote } from '../../../shared/chart/zoom/LazyZoomNote.tsx';
import { useSetZoom } from '../../../shared/chart/zoom/use-zoom.ts';
import { useAddressFlag } from '../../../shared/routing/use-address-flag.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { ClientHistory } from './ClientHistory.tsx';
import { SlotCharts } from './SlotCharts.tsx';

const READ_AGAIN_MS = 60_000;

/** Charts and history of a client in the time window of the address. */
export function Timeline({ mac }: { mac: string }) {
  const [window, setWindow] = useChosenWindow();
  const setZoom = useSetZoom();
  const [comparing, setComparing] = useAddressFlag('previous');
  const { data, error, refetch } = useCall(
    onlineCalls.terminalTimeline,
    { mac, ...window.asked },
    { enabled: window.asked !== null, keepPrevious: true, ...(window.moves && { every: READ_AGAIN_MS }) },
  );
  const earlier = data === undefined ? null : previousOf(data);
  const before = useCall(
    onlineCalls.terminalTimeline,
    { mac, ...earlier },
    { enabled: comparing && earlier !== null, keepPrevious: true },
  );
  return (
    <>
      <WindowPicker window={window} onChange={setWindow} />
      <OwnInterval window={window} onChange={setWindow} />
      <PreviousSwitch on={comparing} set={setComparing} />
      <LazyZoomNote zoom={window.zoom} />
      {error && <FailedState error={error} retry={() => void refetch()} />}
      {!error && !data && window.asked !== null && <Skeleton rows={3} height={180} />}
      {data && (
        <ChartPage onZoom={setZoom}>
          <SlotCharts timeline={data} previous={comparing ? before.data : undefined} />
          <ClientHistory timeline={data} />
        </ChartPage>
      )}
    </>
  );
}

/** The window of the same length before this one. */
function previousOf({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const start = Date.parse(from);
  return { from: new Date(2 * start - Date.parse(to)).toISOString(), to: from };
}
