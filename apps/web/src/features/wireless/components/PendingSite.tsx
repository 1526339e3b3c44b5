import { Modal, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CHOICE_SEARCH } from '../../../shared/form/choice-search.ts';
import { useReturnFocus } from '../../../shared/ui/use-return-focus.ts';
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
  useReturnFocus();
  const inside = usePlaces().sites.filter(({ organization }) => organization === organizationUUID);
  const [site, setSite] = useState(inside[0]?.value);
  return (
    <Modal
      open
      title={t('wireless.pending.title')}
      okText={t('wireless.list.review')}
      okButtonProps={{ disabled: site === undefined }}
      onOk={() => site !== undefined && onChoose(site)}
      onCancel={onClose}
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
    </Modal>
  );
}
