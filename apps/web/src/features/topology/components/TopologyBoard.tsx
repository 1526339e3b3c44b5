import { topologyCalls } from '@airloom/contract/topology/topology.calls';
import type { Topology, TopologyLink } from '@airloom/contract/topology/topology.model';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../../shared/api/use-call.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { Tabs } from '../../../shared/ui/layout/Tabs.tsx';
import { INTERNET } from '../model/arrangement.ts';
import { treeOf } from '../model/tree.ts';
import { DeviceFacts } from './DeviceFacts.tsx';
import { Diagram, type DiagramHandle } from './Diagram.tsx';
import { LinkFacts } from './LinkFacts.tsx';
import { type LinkDraft, LinkForm } from './LinkForm.tsx';
import { Toolbar } from './Toolbar.tsx';
import { TreeList } from './TreeList.tsx';
import { useBoardAddress } from './use-board-address.ts';
import { useFolding } from './use-folding.ts';

interface TopologyBoardProps {
  siteUUID: string;
  siteName: string;
  topology: Topology;
}

/** Topology of a site as a diagram or list, with its actions. */
export function TopologyBoard({ siteUUID, siteName, topology }: TopologyBoardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const diagram = useRef<DiagramHandle>(null);
  const [{ layout, isList, sought, opened }, change] = useBoardAddress();
  const [links, setLinks] = useState<readonly TopologyLink[] | null>(null);
  const [draft, setDraft] = useState<LinkDraft | null>(null);
  const [isLinking, setLinking] = useState(false);
  const [withStrangers, setStrangers] = useState(false);
  const [withManagement, setManagement] = useState(false);
  const remove = useCommand(topologyCalls.deleteLink, { refresh: [topologyCalls.viewTopology] });

  const tree = useMemo(() => treeOf(topology.nodes), [topology.nodes]);
  const byId = useMemo(
    () => new Map(topology.nodes.map((node) => [node.deviceUUID, node])),
    [topology.nodes],
  );
  const nameOf = useCallback(
    (id: string): string => (id === INTERNET ? t('topology.internet') : (byId.get(id)?.name ?? '')),
    [byId, t],
  );
  const folding = useFolding(tree, sought);
  const node = opened === null ? undefined : byId.get(opened);
  const soughtHere = sought !== null && byId.has(sought) ? sought : null;

  const open = (id: string | null): void => change({ device: id });

  const linked = useCallback((ends: LinkDraft | null): void => {
    setLinking(false);
    if (ends !== null) setDraft(ends);
  }, []);

  /** Highlights the path of a device, and closes the drawer. */
  function seek(id: string | null): void {
    change({ find: id, device: null });
    setLinks(null);
    if (id === null) return;
    folding.reveal(id);
    diagram.current?.flyTo(id);
  }

  async function removeLink({ linkUUID, upperUUID, lowerUUID }: TopologyLink): Promise<void> {
    if (linkUUID === null) return;
    const agreed = await confirm({
      title: t('topology.link.deleteTitle'),
      text: t('topology.link.deleteText', { upper: nameOf(upperUUID), lower: nameOf(lowerUUID) }),
      action: t('topology.link.deleteAction'),
      danger: true,
    });
    if (!agreed) return;
    setLinks(null);
    remove.start({ linkUUID });
  }

  const reset: Action = {
    id: 'resetPlaces',
    label: t('topology.reset'),
    icon: 'restore',
    needs: 'net_map:operate',
    blocked: topology.places.some((place) => place.layout === layout)
      ? undefined
      : t('topology.resetNothing'),
    run: () => diagram.current?.reset(),
  };
  const draw: Action = {
    id: 'drawLink',
    label: t('topology.draw'),
    icon: 'plus',
    primary: true,
    needs: 'net_map:operate',
    run: () => (isList ? setDraft({ upperUUID: '', lowerUUID: '' }) : setLinking(true)),
  };
  return (
    <>
      <PageHeader
        title={t('nav.topology')}
        lead={t('topology.leadOf', {
          site: siteName,
          count: topology.total,
          formatted: format.number(topology.total),
        })}
        actions={isList ? [draw] : [reset, draw]}
      />
      {topology.total > topology.nodes.length && (
        <p className="topology-note">
          {t('topology.cut', {
            shown: format.number(topology.nodes.length),
            total: format.number(topology.total),
          })}
        </p>
      )}
      {topology.links.length === 0 && <p className="topology-note">{t('topology.unlinked')}</p>}
      <Toolbar
        topology={topology}
        layout={layout}
        onLayout={(next) => change({ layout: next })}
        sought={soughtHere}
        onSeek={seek}
        hasDiagram={!isList}
        withStrangers={withStrangers}
        onStrangers={setStrangers}
        withManagement={withManagement}
        onManagement={setManagement}
        onOpenAll={folding.openAll}
        onCloseAll={folding.closeAll}
      />
      <Tabs
        label={t('topology.view.label')}
        activeKey={isList ? 'list' : 'picture'}
        onChange={(key) => change({ view: key === 'list' ? key : null })}
        items={[
          {
            key: 'picture',
            label: t('topology.view.picture'),
            children: (
              <Diagram
                handle={diagram}
                siteUUID={siteUUID}
                siteName={siteName}
                topology={topology}
                tree={tree}
                folding={folding}
                layout={layout}
                sought={soughtHere}
                withStrangers={withStrangers}
                withManagement={withManagement}
                isLinking={isLinking}
                nameOf={nameOf}
                onLinked={linked}
                onOpen={open}
                onOpenLinks={setLinks}
              />
            ),
          },
          {
            key: 'list',
            label: t('topology.view.list'),
            children: (
              <TreeList topology={topology} tree={tree} folding={folding} sought={soughtHere} onOpen={open} />
            ),
          },
        ]}
      />
      {node !== undefined && (
        <DeviceFacts
          node={node}
          topology={topology}
          tree={tree}
          nameOf={nameOf}
          onShow={seek}
          onLink={(lowerUUID) => {
            open(null);
            setDraft({ upperUUID: '', lowerUUID });
          }}
          onDelete={(link) => void removeLink(link)}
          onClose={() => open(null)}
        />
      )}
      {links !== null && (
        <LinkFacts
          links={links}
          nameOf={nameOf}
          onShow={seek}
          onDelete={(link) => void removeLink(link)}
          onClose={() => setLinks(null)}
        />
      )}
      {draft !== null && (
        <LinkForm
          topology={topology}
          siteUUID={siteUUID}
          draft={draft}
          nameOf={nameOf}
          onClose={() => setDraft(null)}
        />
      )}
    </>
  );
}
