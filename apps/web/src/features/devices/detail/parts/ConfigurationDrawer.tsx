import { deviceCalls } from '@airloom/contract/devices/devices.calls';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../shared/api/use-call.ts';
import type { Action } from '../../../../shared/ui/actions/action.ts';
import { copyToClipboard } from '../../../../shared/ui/copy-to-clipboard.ts';
import { DifferenceList } from '../../../../shared/ui/documents/DifferenceList.tsx';
import { FailedState } from '../../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../../shared/ui/feedback/Skeleton.tsx';
import { DetailDrawer } from '../../../../shared/ui/layout/DetailDrawer.tsx';
import { DateTime } from '../../../../shared/ui/Times.tsx';
import { DocumentText } from '../../components/editing/DocumentText.tsx';
import { REASON_KEYS, VERSION_STATE_KEYS } from './configuration-names.ts';

export interface Shown {
  version: number;
  /** Version to compare with; null shows the whole document. */
  against: number | null;
}

interface ConfigurationDrawerProps {
  deviceUUID: string;
  shown: Shown;
  versions: readonly number[];
  onShow(shown: Shown): void;
  onClose(): void;
}

/** One version, or its differences to another one. */
export function ConfigurationDrawer({
  deviceUUID,
  shown,
  versions,
  onShow,
  onClose,
}: ConfigurationDrawerProps) {
  const { t } = useTranslation();
  const { version, against } = shown;
  const newer = useCall(deviceCalls.viewConfiguration, { deviceUUID, version });
  const older = useCall(
    deviceCalls.viewConfiguration,
    { deviceUUID, version: against ?? version },
    { enabled: against !== null },
  );
  const failed = newer.error ?? older.error;
  const text = newer.data ? JSON.stringify(newer.data.document, null, 2) : '';
  const actions: Action[] = [
    {
      id: 'copyConfiguration',
      label: t('device-detail.configuration.copy'),
      icon: 'copy',
      run: () => copyToClipboard(text),
    },
  ];

  function body() {
    if (failed) return <FailedState error={failed} retry={() => void newer.refetch()} />;
    if (!newer.data || (against !== null && !older.data)) return <Skeleton rows={8} />;
    if (against !== null) {
      return (
        <DifferenceList
          before={older.data?.document}
          after={newer.data.document}
          texts={{
            none: t('device-detail.configuration.same'),
            before: t('device-detail.configuration.before'),
            after: t('device-detail.configuration.after'),
          }}
        />
      );
    }
    return <DocumentText label={t('device-detail.configuration.document')} text={text} />;
  }

  return (
    <DetailDrawer
      wide
      title={t('device-detail.configuration.named', { version })}
      actions={actions}
      facts={
        newer.data
          ? [
              { label: 'device-detail.configuration.state', value: t(VERSION_STATE_KEYS[newer.data.state]) },
              { label: 'device-detail.configuration.reason', value: t(REASON_KEYS[newer.data.reason]) },
              { label: 'device-detail.configuration.createdBy', value: newer.data.createdBy },
              {
                label: 'device-detail.configuration.createdAt',
                value: <DateTime at={newer.data.createdAt} />,
              },
              { label: 'device-detail.configuration.rejected', value: newer.data.rejected.join(', ') },
            ]
          : []
      }
      onClose={onClose}
    >
      {versions.length > 1 && (
        <Select<number>
          className="device-choice"
          aria-label={t('device-detail.configuration.compareWith')}
          placeholder={t('device-detail.configuration.compareWith')}
          allowClear
          options={versions
            .filter((other) => other !== version)
            .map((other) => ({
              value: other,
              label: t('device-detail.configuration.named', { version: other }),
            }))}
          value={against}
          onChange={(other: number | undefined) => onShow({ version, against: other ?? null })}
        />
      )}
      {body()}
    </DetailDrawer>
  );
}
