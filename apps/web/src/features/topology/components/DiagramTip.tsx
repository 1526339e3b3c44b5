import type { Point, Size } from '../../../shared/viewport/geometry.ts';

export interface Tip {
  readonly title: string;
  readonly lines: readonly string[];
}

const OFFSET_PX = 14;

/** What is under the pointer. The selected device is announced instead, so it is hidden from screen readers. */
export function DiagramTip({ tip, at, screen }: { tip: Tip; at: Point; screen: Size }) {
  const isRight = at.x > screen.width / 2;
  const isLow = at.y > screen.height / 2;
  return (
    <div
      className="topology-tip"
      aria-hidden
      style={{
        ...(isRight ? { right: screen.width - at.x + OFFSET_PX } : { left: at.x + OFFSET_PX }),
        ...(isLow ? { bottom: screen.height - at.y + OFFSET_PX } : { top: at.y + OFFSET_PX }),
      }}
    >
      <strong>{tip.title}</strong>
      {tip.lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}
