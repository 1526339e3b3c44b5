import type { ChangeSource, DraftPlace } from '@airloom/contract/configuration/configuration.calls';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readScope } from '../session/place.ts';
import { siteTreeQuery } from '../session/session-actions.ts';
import { useScope } from '../session/use-place.ts';
import { useAllowedActions } from '../ui/actions/use-actions.ts';
import { draftPage } from './change-page.ts';
import './configuration.css';
import { draftPlaceOf } from './draft-place.ts';
import { ReviewChange } from './ReviewChange.tsx';
import { useDiscardDraft } from './use-discard-draft.ts';
import { useDraft } from './use-draft.ts';

export interface DraftNoteProps {
  /** The organization or site whose draft it is; without it the selected one. */
  at?: string | undefined;
}

function NoteOf({ place, name }: { place: DraftPlace; name: string }) {
  const { t } = useTranslation();
  const { data: edits = [] } = useDraft(place);
  const [source, setSource] = useState<ChangeSource | null>(null);
  const discards = useAllowedActions([useDiscardDraft({ place, name, edits })]);
  if (edits.length === 0 && source === null) return null;
  return (
    <div className="config-note">
      <p>{t('configuration.draft.edits', { count: edits.length, name })}</p>
      <Link to={draftPage(place.uuid)}>{t('configuration.draft.open')}</Link>
      <Button size="small" onClick={() => setSource({ kind: 'draft', place })}>
        {t('configuration.draft.review')}
      </Button>
      {discards.map(({ id, label, pending = false, run }) => (
        <Button key={id} size="small" danger loading={pending} onClick={run}>
          {label}
        </Button>
      ))}
      <ReviewChange source={source} onClose={() => setSource(null)} onApplied={() => setSource(null)} />
    </div>
  );
}

/** How many edits a draft has; nothing while it has none. */
export function DraftNote({ at = '' }: DraftNoteProps) {
  const selected = useScope();
  const { data: tree } = useQuery(siteTreeQuery);
  const scope = readScope(at, tree, selected);
  const place = draftPlaceOf(scope);
  if (scope === null || place === null) return null;
  return <NoteOf key={place.uuid} place={place} name={scope.name} />;
}
