import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { usePlace } from '../../../shared/session/use-place.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';
import { SiteTopology } from '../components/SiteTopology.tsx';
import { useChosenSite } from '../components/use-chosen-site.ts';
import { useSitesInView } from '../components/use-sites-in-view.ts';
import '../topology.css';

/** Topology of a site. For an organization, one of its sites is chosen here. */
export default function TopologyPage() {
  const { t } = useTranslation();
  const place = usePlace();
  const sites = useSitesInView();
  const [chosen, choose] = useChosenSite();
  const siteName = sites.find(({ value }) => value === chosen)?.label ?? '';
  const picker = place.siteUUID === undefined && sites.length > 1 && (
    <Select<string>
      className="topology-site"
      aria-label={t('topology.site.label')}
      placeholder={t('topology.site.choose')}
      options={sites.map((site) => ({ ...site }))}
      showSearch={CHOICE_SEARCH}
      value={chosen}
      onChange={choose}
    />
  );
  if (chosen === null) {
    return (
      <>
        <PageHeader title={t('nav.topology')} lead={t('topology.lead')} />
        <div className="card">
          <EmptyState
            icon="site"
            title={t(sites.length === 0 ? 'topology.site.none' : 'topology.site.title')}
            text={t(sites.length === 0 ? 'topology.site.noneText' : 'topology.site.text')}
          />
          <div className="topology-choose">{picker}</div>
        </div>
      </>
    );
  }
  return <SiteTopology key={chosen} siteUUID={chosen} siteName={siteName} picker={picker} />;
}
