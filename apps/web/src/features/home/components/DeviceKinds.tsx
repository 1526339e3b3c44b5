import type { DeviceCounts } from '@airloom/contract/devices/devices.model';
import { DEVICE_STATUSES } from '@airloom/contract/devices/devices.states';
import { useTranslation } from 'react-i18next';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { STATUS_TONES, useStatusNames } from '../../../shared/devices/use-status-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import type { Place } from '../../../shared/session/place.ts';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { useDeviceCounts } from '../home.queries.ts';
import { useHomeLinks } from '../home-links.ts';
import { Card, QueryResult } from './Card.tsx';
import './home.css';
import { OptionalLink } from './OptionalLink.tsx';
import './rankings.css';

type Counted = DeviceCounts['kinds'][number];

function Bar({ counted }: { counted: Counted }) {
  return (
    <span className="home-bar" aria-hidden>
      {DEVICE_STATUSES.map(
        (status) =>
          counted[status] > 0 && (
            <span key={status} data-tone={STATUS_TONES[status]} style={{ flexGrow: counted[status] }} />
          ),
      )}
    </span>
  );
}

/** Devices by class and state, as bars and table. */
export function DeviceKinds({ place }: { place: Place }) {
  const { t } = useTranslation();
  const format = useFormat();
  const kinds = useKindNames();
  const statuses = useStatusNames();
  const links = useHomeLinks(place);
  const query = useDeviceCounts(place);
  return (
    <Card
      title={t('home.devices.title')}
      more={{ to: links.devices(), label: t('home.devices.all') }}
      className="home-kinds"
    >
      <QueryResult query={query} rows={4}>
        {(counts) => {
          const present = counts.kinds.filter(({ total }) => total > 0);
          const shown = DEVICE_STATUSES.filter(
            (status) =>
              status === 'online' || status === 'offline' || present.some((counted) => counted[status] > 0),
          );
          if (present.length === 0) return <p className="home-none">{t('home.devices.none')}</p>;
          return (
            <table className="home-table">
              <thead>
                <tr>
                  <th scope="col">{t('home.devices.kind')}</th>
                  {shown.map((status) => (
                    <th key={status} scope="col" data-align="end">
                      <StatusDot tone={STATUS_TONES[status]}>{statuses[status]}</StatusDot>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {present.map((counted) => (
                  <tr key={counted.kind}>
                    <th scope="row">
                      <OptionalLink to={links.devices({ kind: counted.kind })}>
                        {kinds[counted.kind]}
                      </OptionalLink>
                      <Bar counted={counted} />
                    </th>
                    {shown.map((status) => (
                      <td key={status} data-align="end">
                        {counted[status] === 0 ? (
                          <span className="home-quiet">{format.number(0)}</span>
                        ) : (
                          <OptionalLink to={links.devices({ kind: counted.kind, status })}>
                            {format.number(counted[status])}
                          </OptionalLink>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          );
        }}
      </QueryResult>
    </Card>
  );
}
