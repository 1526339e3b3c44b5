import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import type { DeviceDetail } from '@airloom/contract/devices/report.model';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ignoreCallFailure } from '../../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../../shared/api/use-call.ts';
import { useHolds } from '../../../../shared/session/session-store.ts';
import { ActionButton } from '../../../../shared/ui/actions/ActionButton.tsx';
import type { Action } from '../../../../shared/ui/actions/action.ts';
import { useAllowedActions } from '../../../../shared/ui/actions/use-actions.ts';
import { CopyText } from '../../../../shared/ui/CopyText.tsx';
import { confirm } from '../../../../shared/ui/feedback/confirm.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { DateTime } from '../../../../shared/ui/Times.tsx';
import { KIND_LISTS } from '../../device-kinds.ts';
import { DEVICE_CALLS } from '../../devices.queries.ts';

const SHORT = 16;

type Request = DeviceDetail['enrolmentRequests'][number];

function RequestLine({ device, request }: { device: DeviceDetail; request: Request }) {
  const { t } = useTranslation();
  const { deviceUUID, name } = device;
  const { fingerprint, requestedAt, address } = request;
  const approving = useCommand(deviceCalls.approveEnrolment, { refresh: DEVICE_CALLS });
  const rejecting = useCommand(deviceCalls.rejectEnrolment, { refresh: DEVICE_CALLS });
  const mayConfigure = useHolds('org_manage:operate');

  async function approve(): Promise<void> {
    const sure = await confirm({
      title: t('device-detail.ownership.approveTitle', { name }),
      text: t('device-detail.ownership.approveText'),
      action: t('device-detail.ownership.approve'),
    });
    if (!sure) return;
    await approving.run({ deviceUUID, fingerprint });
    toast.success(t('device-detail.ownership.approved', { name }));
  }

  async function reject(): Promise<void> {
    await rejecting.run({ deviceUUID, fingerprint });
    toast.success(t('device-detail.ownership.rejected', { name }));
  }

  const approval: Action = {
    id: 'approveEnrolment',
    label: t('device-detail.ownership.approve'),
    icon: 'check',
    needs: 'device_manage:operate',
    pending: approving.pending,
    run: () => void ignoreCallFailure(approve()),
  };
  const rejection: Action = {
    id: 'rejectEnrolment',
    label: t('device-detail.ownership.reject'),
    icon: 'close',
    danger: true,
    needs: 'device_manage:operate',
    pending: rejecting.pending,
    run: () => void ignoreCallFailure(reject()),
  };
  const actions = useAllowedActions(mayConfigure ? [approval, rejection] : [rejection]);
  return (
    <li>
      <CopyText text={fingerprint} shown={`${fingerprint.slice(0, SHORT)}…`} />
      <span>
        {t('device-detail.ownership.requested')} <DateTime at={requestedAt} />
      </span>
      <span className="device-quiet">{t('device-detail.ownership.from', { address })}</span>
      {actions.map((action) => (
        <ActionButton key={action.id} action={action} />
      ))}
    </li>
  );
}

function Approval({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation();
  return (
    <section className="device-section">
      <h2>{t('device-detail.ownership.approvalTitle')}</h2>
      <p>{t('device-detail.ownership.approvalText')}</p>
      <ul className="device-lines card">
        {device.enrolmentRequests.map((request) => (
          <RequestLine key={request.fingerprint} device={device} request={request} />
        ))}
      </ul>
    </section>
  );
}

function Dispute({
  device: { deviceUUID, name, kind },
  dispute,
}: {
  device: DeviceDetail;
  dispute: NonNullable<DeviceDetail['dispute']>;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirming = useCommand(deviceCalls.confirmOwnership, { refresh: DEVICE_CALLS });
  const releasing = useCommand(deviceCalls.releaseDevice, {});

  async function keep(): Promise<void> {
    await confirming.run({ deviceUUID });
    toast.success(t('device-detail.ownership.confirmed', { name }));
  }

  async function release(): Promise<void> {
    const sure = await confirm({
      title: t('device-detail.ownership.releaseTitle', { name }),
      text: t('device-detail.ownership.releaseText'),
      action: t('device-detail.ownership.release'),
      danger: true,
    });
    if (!sure) return;
    await releasing.run({ deviceUUID });
    toast.success(t('device-detail.ownership.released', { name }));
    await navigate(KIND_LISTS[kind].path);
  }

  const actions = useAllowedActions([
    {
      id: 'confirmOwnership',
      label: t('device-detail.ownership.confirm'),
      icon: 'check',
      needs: 'device_manage:operate',
      pending: confirming.pending,
      run: () => void ignoreCallFailure(keep()),
    },
    {
      id: 'releaseDevice',
      label: t('device-detail.ownership.release'),
      icon: 'delete',
      danger: true,
      needs: 'org_manage:operate',
      pending: releasing.pending,
      run: () => void ignoreCallFailure(release()),
    },
  ]);
  return (
    <section className="device-section">
      <div className="device-bar">
        <h2>{t('device-detail.ownership.disputeTitle')}</h2>
        {actions.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
      </div>
      <p>{t('device-detail.ownership.disputeText', { count: dispute.accounts })}</p>
      <p className="device-quiet">
        {t('device-detail.ownership.disputeSince')} <DateTime at={dispute.since} />
      </p>
      {dispute.namesSn && <p>{t('device-detail.ownership.disputeSn')}</p>}
    </section>
  );
}

/** Open decisions about the owner of the device; empty without any. */
export function Ownership({ device }: { device: DeviceDetail }) {
  return (
    <>
      {device.enrolmentRequests.length > 0 && <Approval device={device} />}
      {device.dispute && <Dispute device={device} dispute={device.dispute} />}
    </>
  );
}
