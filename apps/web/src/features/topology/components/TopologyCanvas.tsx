import { type KeyboardEvent, type Ref, useCallback, useImperativeHandle, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Point, Size } from '../../../shared/viewport/geometry.ts';
import { type Camera, type CameraOptions, useCamera } from '../../../shared/viewport/use-camera.ts';
import { type PointerHandlers, usePointer } from '../../../shared/viewport/use-pointer.ts';
import { useStable } from '../../../shared/viewport/use-stable.ts';
import { toContent } from '../../../shared/viewport/viewport.ts';
import { viewportKeys } from '../../../shared/viewport/viewport-keys.ts';
import type { Drawing } from '../drawing/drawables.ts';
import { paint } from '../drawing/paint.ts';
import type { Marks } from '../drawing/paint-nodes.ts';
import type { Colours } from '../drawing/painting.ts';
import { initialView } from '../model/initial-view.ts';
import { boundsOf, foldAt, linkAt, nodeAt, type Scene } from '../model/scene.ts';
import type { SceneLink } from '../model/scene-links.ts';
import { DiagramTip } from './DiagramTip.tsx';
import { LINK_REACH_PX, useHover } from './use-hover.ts';
import { useKeyMove } from './use-key-move.ts';
import type { Tips } from './use-tips.ts';

interface TopologyCanvasProps {
  camera: Ref<Camera>;
  scene: Scene;
  drawing: Drawing;
  colours: Colours;
  selected: string | null;
  barred: ReadonlySet<string> | null;
  mayMove: boolean;
  /** Creating a link: dragging from one device to another draws it. */
  isLinking: boolean;
  tips: Tips;
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
  /** A link was drawn from the child to the parent. */
  onDraw(lower: string, upper: string): void;
}

/** A line from a device to the pointer. */
interface Pen {
  readonly from: string;
  readonly to: Point;
}

function shownPen({ nodes }: Scene, pen: Pen | null): Marks['pen'] {
  const from = pen && nodes.find(({ id }) => id === pen.from);
  return pen && from ? { from, to: pen.to } : null;
}

/** The diagram, controlled by mouse, wheel, touch and keys. The list is the accessible alternative. */
export function TopologyCanvas(props: TopologyCanvasProps) {
  const { scene, drawing, colours, selected, barred } = props;
  const { t } = useTranslation();
  const { hover, hoverAt } = useHover(scene, props.tips);
  const hovered = hover?.device ?? null;
  const [pen, setPen] = useState<Pen | null>(null);
  const draw = useCallback<CameraOptions['paint']>(
    (context, view, screen) =>
      paint(context, drawing, view, screen, colours, {
        selected,
        hovered,
        barred,
        pen: shownPen(scene, pen),
      }),
    [drawing, colours, selected, hovered, barred, scene, pen],
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
    const link = linkAt(scene.links, toContent(camera.view(), at), LINK_REACH_PX / camera.view().scale);
    if (link === undefined) props.onPick(null);
    else props.onPickLink(link);
  }

  usePointer(
    frame,
    useStable<PointerHandlers>({
      camera,
      mayMove: props.mayMove || props.isLinking,
      itemAt: deviceAt,
      onHover(at) {
        hoverAt(at, camera.view());
        // The line follows the pointer from the device that was clicked.
        if (props.isLinking && selected !== null && at !== null)
          setPen({ from: selected, to: toContent(camera.view(), at) });
      },
      onClick(at, on) {
        setPen(null);
        click(at, on);
      },
      onMove(drag) {
        if (drag === null) setPen(null);
        if (!props.isLinking) props.onMove(drag && { ...drag, by: scaled(drag.by) });
        else if (drag !== null) setPen({ from: drag.id, to: toContent(camera.view(), drag.at) });
      },
      onDrop({ id, alone, by, at }) {
        setPen(null);
        const upper = deviceAt(at);
        if (!props.isLinking) props.onDrop(id, alone, scaled(by));
        else if (upper !== null && upper !== id) props.onDraw(id, upper);
      },
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
    Escape() {
      hoverAt(null, camera.view());
      props.onPick(null);
    },
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
      data-hovering={hover?.isClickable ?? false}
      onKeyDown={onKeyDown}
      onKeyUp={keyMove.release}
      onBlur={keyMove.letGo}
    >
      <canvas ref={canvas} aria-hidden />
      {hover !== null && hover.tip !== null && (
        <DiagramTip tip={hover.tip} at={hover.at} screen={camera.size()} />
      )}
      <output className="visually-hidden">{props.announcement}</output>
    </div>
  );
}
