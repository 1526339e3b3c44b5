import { type KeyboardEvent, type Ref, useCallback, useImperativeHandle, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Point, Size } from '../../../shared/viewport/geometry.ts';
import { type Camera, type CameraOptions, useCamera } from '../../../shared/viewport/use-camera.ts';
import { type PointerHandlers, usePointer } from '../../../shared/viewport/use-pointer.ts';
import { useStable } from '../../../shared/viewport/use-stable.ts';
import { toContent } from '../../../shared/viewport/viewport.ts';
import { viewportKeys } from '../../../shared/viewport/viewport-keys.ts';
import type { Drawing } from '../drawing/drawables.ts';
import { type Colours, paint } from '../drawing/paint.ts';
import { linkAt } from '../model/curve.ts';
import { initialView } from '../model/initial-view.ts';
import { boundsOf, foldAt, nodeAt, type Scene, type SceneLink } from '../model/scene.ts';
import { useKeyMove } from './use-key-move.ts';

const LINK_REACH_PX = 8;

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
  const draw = useCallback<CameraOptions['paint']>(
    (context, view, screen) => paint(context, drawing, view, screen, colours, { selected, hovered, barred }),
    [drawing, colours, selected, hovered, barred],
  );
  const whole = useMemo(() => boundsOf(scene), [scene]);
  const initial = useCallback(
    (screen: Size) => initialView(whole, scene.layout, screen),
    [whole, scene.layout],
  );
  const { camera, frame, canvas } = useCamera({ whole, initialView: initial, paint: draw });
  useImperativeHandle(props.camera, () => camera, [camera]);

  const deviceAt = (at: Point): string | null => nodeAt(scene, toContent(camera.view(), at))?.id ?? null;
  const scaled = ({ x, y }: Point): Point => ({ x: x / camera.view().scale, y: y / camera.view().scale });

  function click(at: Point, on: string | null): void {
    const folded = foldAt(scene, toContent(camera.view(), at));
    if (folded !== undefined) {
      props.onFold(folded.id);
      return;
    }
    if (on !== null) {
      props.onPick(on);
      return;
    }
    const { scale } = camera.view();
    const link = linkAt(scene.layout, scene.links, toContent(camera.view(), at), LINK_REACH_PX / scale);
    if (link === undefined) props.onPick(null);
    else props.onPickLink(link);
  }

  usePointer(
    frame,
    useStable<PointerHandlers>({
      camera,
      mayMove: props.mayMove,
      itemAt: deviceAt,
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
    ...viewportKeys(camera, whole),
    Enter: () => selected !== null && props.onOpen(selected),
    ' ': () => selected !== null && props.onFold(selected),
    Escape: () => props.onPick(null),
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
