import { isConnected } from '@airloom/contract/devices/devices.states';
import { displayMac } from '@airloom/contract/formats/network/mac';
import type { Topology, TopologyLink, TopologyNode } from '@airloom/contract/topology/topology.model';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { DeviceStatusDot } from '../../../shared/devices/DeviceStatusDot.tsx';
import { devicePage } from '../../../shared/devices/device-page.ts';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { VirtualTag } from '../../../shared/devices/VirtualTag.tsx';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { CopyText } from '../../../shared/ui/CopyText.tsx';
import { DetailDrawer, type Fact } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { internetLinks } from '../model/scene-links.ts';
import { pathToRoot, type Tree } from '../model/tree.ts';
import { LinkTable } from './LinkTable.tsx';

interface DeviceFactsProps {
  node: TopologyNode;
  topology: Topology;
  tree: Tree;
  nameOf(id: string): string;
  /** Highlights its path. */
  onShow(id: string): void;
  onLink(lowerUUID: string): void;
  onDelete(link: TopologyLink): void;
  onClose(): void;
}

/** A device of the diagram, its path to the gateway and its links. */
export function DeviceFacts(props: DeviceFactsProps) {
  const { node, topology, tree, nameOf, onShow, onLink, onClose } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const kinds = useKindNames();
  const navigate = useNavigate();
  const links = [
    ...internetLinks(topology.internet, node.deviceUUID),
    ...topology.links.filter(
      ({ upperUUID, lowerUUID }) => upperUUID === node.deviceUUID || lowerUUID === node.deviceUUID,
    ),
  ];
  const strangers = topology.strangers.filter(({ besideUUID }) => besideUUID === node.deviceUUID);
  const path = pathToRoot(tree, node.deviceUUID).slice(1);
  const facts: readonly Fact[] = [
    { label: 'devices.column.status', value: <DeviceStatusDot status={node.status} /> },
    { label: 'devices.column.virtual', value: node.virtual ? <VirtualTag /> : null },
    { label: 'devices.column.kind', value: kinds[node.kind] },
    { label: 'devices.column.model', value: node.model },
    { label: 'devices.column.mac', value: <CopyText text={node.mac} /> },
    { label: 'devices.column.groupName', value: node.groupName },
    {
      label: 'devices.column.clients',
      value: !isConnected(node.status) || node.clients === null ? null : format.number(node.clients),
    },
    {
      label: 'topology.node.alarmsLabel',
      value:
        node.alarms === null || node.alarms === 0 ? null : (
          <Link to={`/topalarm/list?deviceUUID=${node.deviceUUID}`}>{format.number(node.alarms)}</Link>
        ),
    },
    { label: 'topology.node.below', value: format.number(tree.below.get(node.deviceUUID) ?? 0) },
    {
      label: 'topology.node.way',
      value:
        path.length === 0 ? (
          t('topology.node.noWay')
        ) : (
          <UplinkPath ids={path} nameOf={nameOf} onShow={onShow} />
        ),
    },
  ];
  const actions: readonly Action[] = [
    {
      id: 'openDevice',
      label: t('topology.node.open'),
      icon: 'right',
      primary: true,
      run: () => void navigate(devicePage(node)),
    },
    {
      id: 'showWay',
      label: t('topology.node.showWay'),
      icon: 'locate',
      run: () => onShow(node.deviceUUID),
    },
    {
      id: 'drawLink',
      label: t('topology.node.link'),
      icon: 'plus',
      needs: 'net_map:operate',
      run: () => onLink(node.deviceUUID),
    },
  ];
  return (
    <DetailDrawer title={node.name} facts={facts} actions={actions} wide onClose={onClose}>
      {links.length > 0 && (
        <section className="detail-section">
          <h2>{t('topology.node.links')}</h2>
          <LinkTable
            label={t('topology.node.links')}
            links={links}
            nameOf={nameOf}
            of={node.deviceUUID}
            onShow={onShow}
            onDelete={props.onDelete}
          />
        </section>
      )}
      {strangers.length > 0 && (
        <section className="detail-section">
          <h2>{t('topology.strangers.title')}</h2>
          <ul className="topology-strangers">
            {strangers.map(({ mac, name, description, port }) => (
              <li key={`${port} ${mac}`}>
                <strong>{name || displayMac(mac)}</strong>{' '}
                {[port, name && displayMac(mac), description].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ul>
        </section>
      )}
    </DetailDrawer>
  );
}

interface UplinkPathProps {
  ids: readonly string[];
  nameOf(id: string): string;
  onShow(id: string): void;
}

function UplinkPath({ ids, nameOf, onShow }: UplinkPathProps) {
  return (
    <span className="topology-way">
      {ids.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && <span aria-hidden>→</span>}
          <button type="button" className="topology-name" onClick={() => onShow(id)}>
            {nameOf(id)}
          </button>
        </Fragment>
      ))}
    </span>
  );
}
