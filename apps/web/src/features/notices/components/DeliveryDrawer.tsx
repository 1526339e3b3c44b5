import type { Delivery } from '@airloom/contract/notices/notices.model';
import { Link } from 'react-router';
import { useModeNames } from '../../../shared/alarms/use-mode-names.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useHolds } from '../../../shared/session/session-store.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { StatusDot } from '../../../shared/ui/StatusDot.tsx';
import { DateTime } from '../../../shared/ui/Times.tsx';
import { TONES, useDeliveryTexts } from './use-delivery-texts.ts';

interface DeliveryDrawerProps {
  delivery: Delivery;
  actions: readonly Action[];
  onClose(): void;
}

/** All details of one notice to one address. */
export function DeliveryDrawer({ delivery, actions, onClose }: DeliveryDrawerProps) {
  const format = useFormat();
  const words = useDeliveryTexts();
  const modes = useModeNames();
  const seesAlarms = useHolds('current_alarm');
  const { alarm, state, attempts, createdAt, dueAt, endedAt } = delivery;
  const about = words.about(delivery);
  return (
    <DetailDrawer
      title={words.step(delivery)}
      facts={[
        {
          label: 'notices-page.log.state',
          value: <StatusDot tone={TONES[state]}>{words.state(state)}</StatusDot>,
        },
        {
          label: 'notices-page.log.alarm',
          value:
            alarm !== null && seesAlarms ? (
              <Link to={`/topalarm/list?alarm=${alarm.alarmUUID}`}>{about}</Link>
            ) : (
              about
            ),
        },
        { label: 'notices-page.log.mode', value: modes[delivery.mode] },
        { label: 'notices-page.log.to', value: words.to(delivery) },
        { label: 'notices-page.log.because', value: words.because(delivery) },
        { label: 'notices-page.log.attempts', value: format.number(attempts) },
        { label: 'notices-page.log.createdAt', value: <DateTime at={createdAt} /> },
        { label: 'notices-page.log.next', value: dueAt && <DateTime at={dueAt} /> },
        { label: 'notices-page.log.ended', value: endedAt && <DateTime at={endedAt} /> },
      ]}
      actions={actions}
      onClose={onClose}
    >
      <p className="notices-story">{words.story(delivery)}</p>
    </DetailDrawer>
  );
}
