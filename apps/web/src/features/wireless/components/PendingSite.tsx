import { Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { Dialog } from '../../../shared/ui/layout/Dialog.tsx';
import { usePlaces } from './use-places.ts';
import './wireless.css';

interface PendingSiteProps {
  organizationUUID: string;
  onChoose(siteUUID: string): void;
  onClose(): void;
}

/** Waiting devices are brought up to date site by site. */
export function PendingSite({ organizationUUID, onChoose, onClose }: PendingSiteProps) {
  const { t } = useTranslation();
  const inside = usePlaces().sites.filter(({ organization }) => organization === organizationUUID);
  const [site, setSite] = useState(inside[0]?.value);
  return (
    <Dialog
      title={t('wireless.pending.title')}
      onClose={onClose}
      actions={
        <Button
          type="primary"
          disabled={site === undefined}
          onClick={() => {
            if (site !== undefined) onChoose(site);
          }}
        >
          {t('wireless.list.review')}
        </Button>
      }
    >
      <p className="page-note">{t('wireless.pending.text')}</p>
      <Select
        className="wireless-wide"
        aria-label={t('wireless.level.site')}
        showSearch={CHOICE_SEARCH}
        options={inside.map(({ value, label }) => ({ value, label }))}
        value={site ?? null}
        onChange={setSite}
      />
    </Dialog>
  );
}
