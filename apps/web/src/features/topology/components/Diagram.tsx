import type { Layout, Topology, TopologyLink } from '@airloom/contract/topology/topology.model';
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds } from '../../../shared/session/session-store.ts';
import { useTheme } from '../../../shared/theme/theme-store.ts';
import { PALETTE } from '../../../shared/theme/tokens.ts';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import type { Camera } from '../../../shared/viewport/use-camera.ts';
import { drawingOf } from '../drawing/drawables.ts';
import { deviceInDirection } from '../model/keyboard-navigation.ts';
import { boundsOf, sceneOf } from '../model/scene.ts';
import type { Tree } from '../model/tree.ts';
import { DiagramTools } from './DiagramTools.tsx';
import { Legend } from './Legend.tsx';
import type { LinkDraft } from './LinkForm.tsx';
import { LinkHint } from './LinkHint.tsx';
import { TopologyCanvas } from './TopologyCanvas.tsx';
import { useEscape } from './use-escape.ts';
import type { Folding } from './use-folding.ts';
import { useLabels } from './use-labels.ts';
import { useLinking } from './use-linking.ts';
import { useMeasure } from './use-measure.ts';
import { useMoves } from './use-moves.ts';
import { type Positions, usePositions } from './use-positions.ts';
import { useTips } from './use-tips.ts';

export interface DiagramHandle {
  flyTo(id: string): void;
  reset(): void;
}

interface DiagramProps {
  handle: Ref<DiagramHandle>;
  siteUUID: string;
  siteName: string;
  topology: Topology;
  tree: Tree;
  folding: Folding;
  layout: Layout;
  sought: string | null;
  withStrangers: boolean;
  withManagement: boolean;
  isLinking: boolean;
  nameOf(id: string): string;
  /** Two devices were chosen, or it was cancelled. */
  onLinked(ends: LinkDraft | null): void;
  onOpen(id: string): void;
  onOpenLinks(links: readonly TopologyLink[]): void;
}

const NOWHERE: Positions = { spots: new Map(), places: new Map() };

/** The diagram with its tools. */
export function Diagram(props: DiagramProps) {
  const {
    topology,
    tree,
    folding,
    layout,
    sought,
    siteUUID,
    siteName,
    nameOf,
    withStrangers,
    withManagement,
  } = props;
  const { t } = useTranslation();
  const labels = useLabels();
  const measure = useMeasure();
  const colours = PALETTE[useTheme((state) => state.scheme)];
  const mayMove = useHolds('net_map:operate');
  const camera = useRef<Camera>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const laidOut = usePositions(topology, tree, folding.closed, layout, withStrangers);
  const { spots, places: standing } = laidOut ?? NOWHERE;
  const moves = useMoves(topology, siteUUID, layout, tree, folding.closed, standing);
  const { places } = moves;
  const tips = useTips(nameOf);
  const linking = useLinking(props.isLinking, topology, tree, nameOf, props.onLinked);
  const { closed } = folding;
  useEscape(linking.isOn, linking.end);

  const scene = useMemo(
    () => sceneOf({ topology, tree, layout, spots, places, closed, sought, withManagement }),
    [topology, tree, layout, spots, places, closed, sought, withManagement],
  );
  const drawing = useMemo(() => drawingOf(scene, labels, measure), [scene, labels, measure]);

  // A folded device has a position only after its branch is open: then the animation starts.
  const awaited = useRef(sought);
  useEffect(() => {
    const place = awaited.current === null ? undefined : places.get(awaited.current);
    if (place === undefined) return;
    awaited.current = null;
    camera.current?.flyTo(place);
  }, [places]);
  const flyTo = useCallback(
    (id: string): void => {
      const place = places.get(id);
      if (place === undefined) awaited.current = id;
      else camera.current?.flyTo(place);
    },
    [places],
  );

  // Another layout is shown as a whole.
  const arranged = useRef(layout);
  useEffect(() => {
    if (arranged.current === layout || laidOut === null) return;
    arranged.current = layout;
    camera.current?.fit(boundsOf(scene));
  }, [layout, laidOut, scene]);

  useImperativeHandle(props.handle, () => ({ flyTo, reset: moves.reset }), [flyTo, moves.reset]);

  function pick(id: string | null): void {
    if (linking.isOn) {
      if (id !== null) linking.pick(id);
      return;
    }
    setSelected(id);
    if (id !== null) props.onOpen(id);
  }

  function navigate(key: string): void {
    const next = deviceInDirection(tree, closed, layout, selected, key);
    if (next === null) return;
    setSelected(next);
    flyTo(next);
  }

  const node = topology.nodes.find(({ deviceUUID }) => deviceUUID === selected);
  const announcement =
    node === undefined
      ? ''
      : [node.name, labels.status[node.status], node.alarms ? labels.alarms(node.alarms) : '']
          .filter(Boolean)
          .join(', ');
  const title = t('topology.sheet', { site: siteName });
  return (
    <>
      <div className="topology-picture">
        {laidOut === null ? (
          <div className="topology-waiting">
            <Skeleton rows={8} height={28} />
          </div>
        ) : (
          <TopologyCanvas
            camera={camera}
            scene={scene}
            drawing={drawing}
            colours={colours}
            selected={linking.chosen ?? selected}
            barred={linking.barred}
            mayMove={mayMove && !linking.isOn}
            isLinking={linking.isOn}
            tips={tips}
            announcement={announcement}
            onPick={pick}
            onPickLink={({ links }) => links.length > 0 && props.onOpenLinks(links)}
            onFold={folding.toggle}
            onOpen={pick}
            onArrowKey={navigate}
            onMove={moves.move}
            onDraw={linking.draw}
            onDrop={(id, alone, by) => moves.drop({ id, alone, by })}
          />
        )}
        {linking.isOn && <LinkHint linking={linking} />}
        <DiagramTools
          onZoom={(factor) => camera.current?.zoom(factor)}
          onFit={() => camera.current?.fit(boundsOf(scene))}
          sheet={() => ({ drawing, bounds: boundsOf(scene), colours: PALETTE.light, title })}
        />
      </div>
      <Legend colours={colours} hasInternet={scene.internet !== null} />
    </>
  );
}
