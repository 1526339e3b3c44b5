import { displayMac } from '@airloom/contract/formats/network/mac';
import type { TopologyLink } from '@airloom/contract/topology/topology.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useKindNames } from '../../../shared/devices/use-kind-names.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import type { SceneNode, SceneStranger } from '../model/scene.ts';
import type { SceneLink } from '../model/scene-links.ts';
import type { Tip } from './DiagramTip.tsx';
import { useLabels } from './use-labels.ts';
import { useLinkKindNames } from './use-link-labels.ts';

export interface Tips {
  device(node: SceneNode): Tip;
  stranger(stranger: SceneStranger): Tip;
  link(link: SceneLink): Tip | null;
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** Full names and details of what is under the pointer. */
export function useTips(nameOf: (id: string) => string): Tips {
  const { t } = useTranslation();
  const units = useUnits();
  const labels = useLabels();
  const kinds = useKindNames();
  const linkKinds = useLinkKindNames();
  return useMemo(() => {
    const trafficOf = ({ downKbps, upKbps }: Pick<TopologyLink, 'downKbps' | 'upKbps'>): string =>
      downKbps === null && upKbps === null
        ? ''
        : t('topology.link.traffic', { down: units.rate(downKbps ?? 0), up: units.rate(upKbps ?? 0) });
    const lineOf = (link: TopologyLink): string =>
      joined([
        [link.upperPort, link.lowerPort].filter(Boolean).join(' → ') || linkKinds[link.kind],
        link.isUp === false ? labels.down : '',
        link.speedMbps === null ? '' : labels.speed(link.speedMbps),
        trafficOf(link),
        link.errors ? labels.errors(link.errors) : '',
      ]);
    return {
      device: ({ node }) => ({
        title: node.name,
        lines: [
          joined([kinds[node.kind], node.model, node.mac]),
          joined([
            labels.status[node.status],
            node.clients === null ? '' : labels.clients(node.clients),
            node.alarms ? labels.alarms(node.alarms) : '',
          ]),
        ],
      }),
      stranger: ({ stranger }) => ({
        title: stranger.name || displayMac(stranger.mac),
        lines: [joined([displayMac(stranger.mac), stranger.port]), stranger.description].filter(Boolean),
      }),
      link({ links, load }) {
        const [first] = links;
        if (first === undefined) return null;
        const lines = links.map(lineOf);
        const share = load.share === null ? '' : t('topology.link.load', { share: labels.share(load.share) });
        return {
          title: `${nameOf(first.upperUUID)} – ${nameOf(first.lowerUUID)}`,
          lines: [...new Set([...lines, share].filter(Boolean))],
        };
      },
    };
  }, [t, units, labels, kinds, linkKinds, nameOf]);
}
