import { useMemo } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

const QUIET_ZONE = 4;

/** One path of one-module squares; always dark on white, whatever the theme, so that cameras read it. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: QUIET_ZONE }), [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <title>{label}</title>
      <path d={pathOf(data)} />
    </svg>
  );
}
