import { useClock } from '../ui/use-clock.ts';
import { useZoneTime } from './zone-time.ts';

/** The current time at a place. */
export function ZoneClock({ zone }: { zone: string }) {
  const timeIn = useZoneTime();
  const clock = useClock();
  return <time style={{ whiteSpace: 'nowrap' }}>{timeIn(zone, clock)}</time>;
}
