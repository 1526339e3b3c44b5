import type { SiteState } from '@airloom/contract/statistics/statistics.model';
import { CircleDashed } from 'lucide-react';
import { type Drawing, Icon } from '../ui/Icon.tsx';
import './health.css';

/** Each state has its own shape, not only a colour. */
const SIGNS: Readonly<Record<SiteState, Drawing>> = {
  trouble: 'urgent',
  attention: 'warning',
  well: 'well',
  pending: CircleDashed,
  empty: CircleDashed,
  unknown: CircleDashed,
};

export function StateSign({ state, size }: { state: SiteState; size?: number }) {
  return (
    <span className="health-sign" data-state={state}>
      <Icon name={SIGNS[state]} {...(size === undefined ? {} : { size })} />
    </span>
  );
}
