import type { ChangeSource } from '@airloom/contract/configuration/configuration.calls';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useScope } from '../session/use-place.ts';
import { DRAFT_PAGE } from './change-page.ts';
import './configuration.css';
import { draftPlaceOf } from './draft-place.ts';
import { ReviewChange } from './ReviewChange.tsx';
import { useDraft } from './use-draft.ts';

/** How many edits the draft of the selected organization or site has; nothing while it has none. */
export function DraftNote() {
  const { t } = useTranslation();
  const scope = useScope();
  const place = draftPlaceOf(scope);
  const { data: edits = [] } = useDraft(place);
  const [source, setSource] = useState<ChangeSource | null>(null);
  if (scope === null || place === null || (edits.length === 0 && source === null)) return null;
  return (
    <div className="config-note">
      <p>{t('configuration.draft.edits', { count: edits.length, name: scope.name })}</p>
      <Link to={DRAFT_PAGE}>{t('configuration.draft.open')}</Link>
      <Button size="small" onClick={() => setSource({ kind: 'draft', place })}>
        {t('configuration.draft.review')}
      </Button>
      <ReviewChange source={source} onClose={() => setSource(null)} onApplied={() => setSource(null)} />
    </div>
  );
}
