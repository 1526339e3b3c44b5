import { clientName } from '@airloom/contract/formats/device/client-name';
import { safetyCalls } from '@airloom/contract/identity/safety.calls';
import type { SecurityEvent } from '@airloom/contract/identity/safety.model';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { SettingsCard } from './SettingsCard.tsx';

function EventRow({ event }: { event: SecurityEvent }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li className="account-item">
      <Icon name="locked" size={20} />
      <div>
        <div className="account-item-title">{t(`safety.events.kind.${event.kind}`)}</div>
        <div className="account-item-facts">
          {event.detail !== '' && <span>{event.detail}</span>}
          <span>{format.dateTime(event.at)}</span>
          <span>{event.address}</span>
          <span title={event.client}>{clientName(event.client) || t('safety.events.unknown')}</span>
        </div>
      </div>
    </li>
  );
}

export function SecurityEventsCard() {
  const { t } = useTranslation();
  const events = useCall(safetyCalls.listSecurityEvents, {});
  return (
    <SettingsCard title={t('safety.events.title')} lead={t('safety.events.lead')}>
      {events.error && <FailedState error={events.error} retry={() => void events.refetch()} />}
      {events.isPending && (
        <div className="account-card-body">
          <Skeleton rows={2} height={40} />
        </div>
      )}
      {events.data?.length === 0 && <p className="account-card-body">{t('safety.events.empty')}</p>}
      {events.data && events.data.length > 0 && (
        <ul className="account-list">
          {events.data.map((event) => (
            <EventRow key={event.eventUUID} event={event} />
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}
