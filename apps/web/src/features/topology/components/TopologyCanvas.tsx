import { type KeyboardEvent, type Ref, useImperativeHandle, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '../drawing/drawables.ts';
import type { Colours } from '../drawing/paint.ts';
import { linkAt } from '../model/curve.ts';
import type { Point } from '../model/layout.ts';
import { boundsOf, foldAt, nodeAt, type Scene, type SceneLink } from '../model/scene.ts';
import { toDiagram } from '../model/viewport.ts';
import { type Camera, useCamera } from './use-camera.ts';
import { useKeyMove } from './use-key-move.ts';
import { type PointerHandlers, usePointer } from './use-pointer.ts';
import { useStable } from './use-stable.ts';

const LINK_REACH_PX = 8;
const KEY_ZOOM = 1.25;
const KEY_PAN_PX = 80;

interface TopologyCanvasProps {
  camera: Ref<Camera>;
  scene: Scene;
  drawing: Drawing;
  colours: Colours;
  selected: string | null;
  barred: ReadonlySet<string> | null;
  mayMove: boolean;
  /** Screen reader text of the selected device. */
  announcement: string;
  onPick(id: string | null): void;
  onPickLink(link: SceneLink): void;
  onFold(id: string): void;
  onOpen(id: string): void;
  /** Selects the next device in the direction of an arrow key. */
  onArrowKey(key: string): void;
  /** In pixels of the diagram; null resets. */
  onMove(move: { id: string; alone: boolean; by: Point } | null): void;
  onDrop(id: string, alone: boolean, by: Point): void;
}

/** The diagram, controlled by mouse, wheel, touch and keys. The list is the accessible alternative. */
export function TopologyCanvas(props: TopologyCanvasProps) {
  const { scene, drawing, colours, selected, barred } = props;
  const { t } = useTranslation();
  const [hovered, setHovered] = useState<string | null>(null);
  const shown = useMemo(
    () => ({ drawing, colours, marks: { selected, hovered, barred } }),
    [drawing, colours, selected, hovered, barred],
  );
  const whole = useMemo(() => boundsOf(scene), [scene]);
  const { camera, frame, canvas } = useCamera(shown, whole, scene.layout);
  useImperativeHandle(props.camera, () => camera, [camera]);

  const deviceAt = (at: Point): string | null => nodeAt(scene, toDiagram(camera.view(), at))?.id ?? null;
  const scaled = ({ x, y }: Point): Point => ({ x: x / camera.view().scale, y: y / camera.view().scale });

  function click(at: Point, on: string | null): void {
    const folded = foldAt(scene, toDiagram(camera.view(), at));
    if (folded !== undefined) {
      props.onFold(folded.id);
      return;
    }
    if (on !== null) {
      props.onPick(on);
      return;
    }
    const { scale } = camera.view();
    const link = linkAt(scene.layout, scene.links, toDiagram(camera.view(), at), LINK_REACH_PX / scale);
    if (link === undefined) props.onPick(null);
    else props.onPickLink(link);
  }

  usePointer(
    frame,
    useStable<PointerHandlers>({
      camera,
      mayMove: props.mayMove,
      deviceAt,
      onHover: setHovered,
      onClick: click,
      onMove: (move) => props.onMove(move && { ...move, by: scaled(move.by) }),
      onDrop: (id, alone, by) => props.onDrop(id, alone, scaled(by)),
    }),
  );

  const keyMove = useKeyMove({
    id: props.mayMove ? selected : null,
    onMove: props.onMove,
    onDrop: props.onDrop,
  });

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => camera.zoom(KEY_ZOOM),
    '=': () => camera.zoom(KEY_ZOOM),
    '-': () => camera.zoom(1 / KEY_ZOOM),
    '0': () => camera.fit(whole),
    Enter: () => selected !== null && props.onOpen(selected),
    ' ': () => selected !== null && props.onFold(selected),
    Escape: () => props.onPick(null),
    ArrowLeft: () => camera.pan({ x: KEY_PAN_PX, y: 0 }),
    ArrowRight: () => camera.pan({ x: -KEY_PAN_PX, y: 0 }),
    ArrowUp: () => camera.pan({ x: 0, y: KEY_PAN_PX }),
    ArrowDown: () => camera.pan({ x: 0, y: -KEY_PAN_PX }),
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey) return;
    if (keyMove.press(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.altKey) return;
    const run = keys[event.key];
    if (run === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key.startsWith('Arrow') && !event.shiftKey) props.onArrowKey(event.key);
    else run();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is worked by keyboard
    <div
      ref={frame}
      className="topology-frame"
      role="application"
      aria-label={t('topology.picture.label', { count: scene.nodes.length })}
      aria-roledescription={t('topology.picture.role')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application is worked by keyboard
      tabIndex={0}
      data-hovering={hovered !== null}
      onKeyDown={onKeyDown}
      onKeyUp={keyMove.release}
      onBlur={keyMove.letGo}
    >
      <canvas ref={canvas} aria-hidden />
      <output className="visually-hidden">{props.announcement}</output>
    </div>
  );
}
