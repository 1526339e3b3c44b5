import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Coordinates, project } from '../../../shared/map/projection.ts';
import { toScreen, type View } from '../../../shared/map/view.ts';
import type { Point, Size } from '../../../shared/viewport/geometry.ts';
import { coordinatesAt, movedByKey } from './pin-move.ts';

interface PinProps {
  coordinates: Coordinates;
  view: View;
  size: Size;
  pointAt(event: { clientX: number; clientY: number }): Point;
  onMove(coordinates: Coordinates): void;
}

/** The chosen place: dragged by pointer, moved by arrow keys. Escape cancels a drag. */
export function Pin({ coordinates, view, size, pointAt, onMove }: PinProps) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<Coordinates | null>(null);
  /** From the pointer to the tip of the pin. */
  const grip = useRef<Point | null>(null);
  const { x, y } = toScreen(project(dragged ?? coordinates), view, size);

  const isDragging = dragged !== null;
  useEffect(() => {
    if (!isDragging) return undefined;
    const cancel = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      grip.current = null;
      setDragged(null);
    };
    window.addEventListener('keydown', cancel, { capture: true });
    return () => window.removeEventListener('keydown', cancel, { capture: true });
  }, [isDragging]);

  function grab(event: PointerEvent): void {
    if (event.button !== 0) return;
    const at = pointAt(event);
    grip.current = { x: x - at.x, y: y - at.y };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function drag(event: PointerEvent): void {
    if (grip.current === null) return;
    const at = pointAt(event);
    const found = coordinatesAt({ x: at.x + grip.current.x, y: at.y + grip.current.y }, view, size);
    if (found !== null) setDragged(found);
  }

  function drop(): void {
    if (grip.current !== null && dragged !== null) onMove(dragged);
    grip.current = null;
    setDragged(null);
  }

  function press(event: KeyboardEvent): void {
    const next = movedByKey(coordinates, event.key, event.shiftKey, view, size);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(next);
  }

  return (
    <button
      type="button"
      className="map-pin"
      style={{ left: x, top: y }}
      aria-label={t('organizations.site.map.pin', {
        latitude: (dragged ?? coordinates).latitude,
        longitude: (dragged ?? coordinates).longitude,
      })}
      data-dragging={isDragging}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={() => {
        grip.current = null;
        setDragged(null);
      }}
      onKeyDown={press}
    >
      <svg width={28} height={36} viewBox="0 0 28 36" aria-hidden focusable={false}>
        <path d="M14 35C14 35 26 21.5 26 13.5A12 12 0 1 0 2 13.5C2 21.5 14 35 14 35Z" />
        <circle cx={14} cy={13.5} r={4.5} />
      </svg>
    </button>
  );
}
