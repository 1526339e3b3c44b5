import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';

/** The inputs of a form that the person may read but not change, with the reason above. */
export function ReadOnly({ reason, children }: { reason: string | undefined; children: ReactNode }) {
  return (
    <ConfigProvider componentDisabled={reason !== undefined}>
      {reason !== undefined && <p className="page-note">{reason}</p>}
      {children}
    </ConfigProvider>
  );
}
