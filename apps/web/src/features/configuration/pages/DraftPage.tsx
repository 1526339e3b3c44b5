import {
  type ChangeSource,
  type DraftPlace,
  settingCalls,
} from '@airloom/contract/configuration/configuration.calls';
import type { DraftedEdit } from '@airloom/contract/configuration/configuration.model';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../shared/api/call.ts';
import { ignoreCallFailure } from '../../../shared/api/ignore-call-failure.ts';
import { useCommand } from '../../../shared/api/use-call.ts';
import '../../../shared/configuration/configuration.css';
import { NETWORKS_PAGE } from '../../../shared/configuration/change-page.ts';
import { draftPlaceOf } from '../../../shared/configuration/draft-place.ts';
import { Edits } from '../../../shared/configuration/Edits.tsx';
import { ReviewChange } from '../../../shared/configuration/ReviewChange.tsx';
import { onCurrentVersion } from '../../../shared/configuration/replaced-edits.ts';
import { useDiscardDraft } from '../../../shared/configuration/use-discard-draft.ts';
import { useDraft } from '../../../shared/configuration/use-draft.ts';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useScope } from '../../../shared/session/use-place.ts';
import type { Action } from '../../../shared/ui/actions/action.ts';
import { Can } from '../../../shared/ui/Can.tsx';
import { confirm } from '../../../shared/ui/feedback/confirm.ts';
import { EmptyState } from '../../../shared/ui/feedback/EmptyState.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import { PageHeader } from '../../../shared/ui/layout/PageHeader.tsx';

/** A place has fewer settings of a kind. */
const SETTINGS = 200;

interface DraftedProps {
  edits: readonly DraftedEdit[];
  discard(edit: DraftedEdit): void;
  /** Puts an edit on the version that another person saved. */
  keep(edit: DraftedEdit): void;
}

function Drafted({ edits, discard, keep }: DraftedProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="card">
      <Edits
        edits={edits.map(({ review }) => review)}
        renderConflict={(_, index) => {
          const edit = edits[index];
          return (
            edit && (
              <Can grant="network_config:operate">
                <div className="form-actions">
                  <Button size="small" onClick={() => discard(edit)}>
                    {t('configuration-pages.draft.keepTheirs')}
                  </Button>
                  <Button size="small" onClick={() => keep(edit)}>
                    {t('configuration-pages.draft.keepMine')}
                  </Button>
                </div>
              </Can>
            )
          );
        }}
        renderBeside={(_, index) => {
          const edit = edits[index];
          if (!edit) return null;
          return (
            <span className="config-edit-beside">
              <span className="config-quiet">
                {t('configuration-pages.draft.by', {
                  name: edit.editedBy,
                  time: format.dateTime(edit.editedAt),
                })}
              </span>
              <Can grant="network_config:operate">
                <Button
                  size="small"
                  aria-label={t('configuration-pages.draft.discardNamed', { name: edit.review.name })}
                  onClick={() => discard(edit)}
                >
                  {t('configuration-pages.draft.discard')}
                </Button>
              </Can>
            </span>
          );
        }}
      />
    </div>
  );
}

function Draft({ place, name }: { place: DraftPlace; name: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: edits, error, refetch } = useDraft(place);
  const [source, setSource] = useState<ChangeSource | null>(null);
  const discarding = useCommand(settingCalls.discardDraft, { refresh: [settingCalls.listDraft] });
  const keeping = useCommand(settingCalls.addToDraft, { refresh: [settingCalls.listDraft] });
  const count = edits?.length ?? 0;

  async function discard({ draftUUID, review }: DraftedEdit): Promise<void> {
    const sure = await confirm({
      title: t('configuration-pages.draft.discardTitle', { name: review.name }),
      text: t('configuration-pages.draft.discardText'),
      action: t('configuration-pages.draft.discard'),
      danger: true,
    });
    if (sure) await discarding.run({ place, draftUUIDs: [draftUUID] });
  }

  async function keep({ draftUUID, edit }: DraftedEdit): Promise<void> {
    const of = { kind: edit.kind, placeUUID: edit.place.uuid, size: SETTINGS };
    const { rows } = await call(settingCalls.listSettings, of);
    await keeping.run({ place, edits: [onCurrentVersion(edit, rows)], replaces: [draftUUID] });
  }

  const actions: Action[] = [
    useDiscardDraft({ place, name, edits: edits ?? [] }),
    {
      id: 'reviewDraft',
      label: t('configuration.draft.review'),
      icon: 'check',
      primary: true,
      run: () => setSource({ kind: 'draft', place }),
    },
  ];
  return (
    <>
      <PageHeader
        title={t('nav.configurationDraft')}
        lead={t('configuration-pages.draft.lead', { name })}
        actions={count === 0 ? [] : actions}
      />
      {error && <FailedState error={error} retry={() => void refetch()} />}
      {!edits && !error && <Skeleton rows={4} height={20} gap={20} />}
      {edits && count === 0 && (
        <div className="card">
          <EmptyState
            icon="edit"
            title={t('configuration-pages.draft.empty')}
            text={t('configuration-pages.draft.emptyText')}
            action={{
              id: 'openNetworks',
              label: t('configuration-pages.openNetworks'),
              needs: 'network',
              run: () => void navigate(NETWORKS_PAGE),
            }}
          />
        </div>
      )}
      {edits && count > 0 && (
        <Drafted
          edits={edits}
          discard={(edit) => void ignoreCallFailure(discard(edit))}
          keep={(edit) => void ignoreCallFailure(keep(edit))}
        />
      )}
      <ReviewChange source={source} onClose={() => setSource(null)} onApplied={() => setSource(null)} />
    </>
  );
}

/** The draft of the selected organization or site. */
export default function DraftPage() {
  const { t } = useTranslation();
  const scope = useScope();
  const place = draftPlaceOf(scope);
  if (scope === null || place === null) {
    return (
      <>
        <PageHeader title={t('nav.configurationDraft')} />
        <EmptyState
          icon="organization"
          title={t('configuration-pages.draft.nowhere')}
          text={t('configuration-pages.draft.nowhereText')}
        />
      </>
    );
  }
  return <Draft key={place.uuid} place={place} name={scope.name} />;
}
