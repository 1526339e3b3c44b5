import type { RemoteProxyRow } from '@airloom/contract/remote-proxy/remote-proxy.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { CellLink } from '../../../shared/table/CellLink.tsx';
import { Clipped } from '../../../shared/table/Clipped.tsx';
import type { Column } from '../../../shared/table/DataTable.tsx';
import { DateTime, TimeAgo } from '../../../shared/ui/Times.tsx';
import { useClock } from '../../../shared/ui/use-clock.ts';

function Countdown({ until }: { until: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const left = Math.max(0, Math.round((Date.parse(until) - useClock()) / 1000));
  return <time dateTime={until}>{t('remote-proxy.left', { time: format.duration(left) })}</time>;
}

export function useProxyColumns(state: 'open' | 'ended'): readonly Column<RemoteProxyRow>[] {
  const { t } = useTranslation();
  const units = useUnits();
  return useMemo((): readonly Column<RemoteProxyRow>[] => {
    const end: Column<RemoteProxyRow> =
      state === 'open'
        ? {
            key: 'expiresAt',
            title: 'remote-proxy.column.expires',
            sort: 'expiresAt',
            render: ({ expiresAt }) => <Countdown until={expiresAt} />,
          }
        : {
            key: 'endedAt',
            title: 'remote-proxy.column.ended',
            render: ({ endedAt, end: reason }) => (
              <span className="remote-proxy-lines">
                {endedAt !== null && <DateTime at={endedAt} />}
                {reason !== null && <small>{t(`remote-proxy.end.${reason}`)}</small>}
              </span>
            ),
          };
    return [
      {
        key: 'deviceName',
        title: 'remote-proxy.column.device',
        sort: 'deviceName',
        render: ({ deviceUUID, deviceName, deviceKind }) => (
          <CellLink to={devicePage({ kind: deviceKind, deviceUUID })}>{deviceName}</CellLink>
        ),
      },
      {
        key: 'target',
        title: 'remote-proxy.column.target',
        render: ({ protocol, localAddress, localPort }) => (
          <Clipped text={`${protocol}://${localAddress}:${localPort}`} />
        ),
      },
      {
        key: 'public',
        title: 'remote-proxy.column.public',
        render: ({ publicHost, publicPort }) => <Clipped text={`${publicHost}:${publicPort}`} />,
      },
      end,
      {
        key: 'traffic',
        title: 'remote-proxy.column.traffic',
        render: ({ bytesIn, bytesOut, connections }) => (
          <span className="remote-proxy-lines">
            <span>{`${units.bytes(bytesIn)} / ${units.bytes(bytesOut)}`}</span>
            {connections > 0 && <small>{t('remote-proxy.connections', { count: connections })}</small>}
          </span>
        ),
      },
      {
        key: 'lastUsedAt',
        title: 'remote-proxy.column.lastUsed',
        sort: 'lastUsedAt',
        render: ({ lastUsedAt, lastAddress }) =>
          lastUsedAt === null ? (
            t('remote-proxy.never')
          ) : (
            <span className="remote-proxy-lines">
              <TimeAgo at={lastUsedAt} />
              <small>{lastAddress}</small>
            </span>
          ),
      },
      {
        key: 'createdBy',
        title: 'remote-proxy.column.createdBy',
        render: ({ createdBy }) => <Clipped text={createdBy} />,
      },
    ];
  }, [t, units, state]);
}
