import type { TopologyLink } from '@airloom/contract/topology/topology.model';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../../shared/ui/layout/DetailDrawer.tsx';
import { LinkTable } from './LinkTable.tsx';

interface LinkFactsProps {
  links: readonly TopologyLink[];
  nameOf(id: string): string;
  onShow(id: string): void;
  onDelete(link: TopologyLink): void;
  onClose(): void;
}

/** All links between two devices. */
export function LinkFacts({ links, nameOf, onShow, onDelete, onClose }: LinkFactsProps) {
  const { t } = useTranslation();
  const [first] = links;
  if (first === undefined) return null;
  const title = `${nameOf(first.upperUUID)} – ${nameOf(first.lowerUUID)}`;
  return (
    <DetailDrawer title={title} facts={[]} wide onClose={onClose}>
      <LinkTable
        label={t('topology.node.links')}
        links={links}
        nameOf={nameOf}
        onShow={onShow}
        onDelete={onDelete}
      />
      <p className="topology-rules">{t('topology.link.errorsHint')}</p>
    </DetailDrawer>
  );
}
