import { useUnits } from '../i18n/use-units.ts';
import type { SmallColumn } from '../table/small/SmallTable.tsx';

interface Counted {
  readonly traffic: { readonly rxBytes: number; readonly txBytes: number };
}

/** Bytes that a port or radio has received and sent since its start. */
export function useTrafficColumns<Row extends Counted>(): readonly SmallColumn<Row>[] {
  const units = useUnits();
  return [
    {
      key: 'received',
      title: 'device-detail.received',
      align: 'end',
      render: ({ traffic }) => units.bytes(traffic.rxBytes),
      value: ({ traffic }) => traffic.rxBytes,
    },
    {
      key: 'sent',
      title: 'device-detail.sent',
      align: 'end',
      render: ({ traffic }) => units.bytes(traffic.txBytes),
      value: ({ traffic }) => traffic.txBytes,
    },
  ];
}
