import { Suspense } from 'react';
import { Can } from '../../shared/ui/Can.tsx';
import { besidePages } from './beside-pages.ts';

const AlarmBell = besidePages(() => import('../../features/alarms/AlarmBell.tsx'), ['alarms']);

/** Number of unconfirmed alarms, on every page. */
export function AlarmCount() {
  return (
    <Can grant="current_alarm">
      {/* Its place in the header is kept, so that nothing moves when it comes. */}
      <Suspense fallback={<span className="icon-button" aria-hidden />}>
        <AlarmBell />
      </Suspense>
    </Can>
  );
}
