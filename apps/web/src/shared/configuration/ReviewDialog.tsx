import { type ChangeSource, settingCalls } from '@airloom/contract/configuration/configuration.calls';
import { Button } from 'antd';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../api/call.ts';
import { CallFailure } from '../api/call-failure.ts';
import { showFailure } from '../api/on-failure.ts';
import { refreshCalls } from '../api/query-client.ts';
import { SchemaForm } from '../form/SchemaForm.tsx';
import { useSchemaForm } from '../form/use-schema-form.ts';
import { Can } from '../ui/Can.tsx';
import { actionToast } from '../ui/feedback/action-toast.ts';
import { FailedState } from '../ui/feedback/FailedState.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Dialog } from '../ui/layout/Dialog.tsx';
import { useApplyFields } from './apply-fields.tsx';
import { applyForm, applyInput, needsNewReview } from './apply-form.ts';
import { changePage } from './change-page.ts';
import { confirmCuts } from './confirm-cuts.ts';
import './configuration.css';
import { CHANGE_CALLS, SETTING_CALLS } from './changing-calls.ts';
import { Edits } from './Edits.tsx';
import { ReviewedDevices } from './ReviewedDevices.tsx';
import { ReviewProgress, ReviewSummaryWords } from './ReviewSummary.tsx';
import type { ReviewSoFar } from './read-review.ts';
import { applyBlock, changes, conflictsIn } from './review-summary.ts';
import { useReview } from './use-review.ts';

const WIDTH_PX = 880;

interface ReviewDialogProps {
  source: ChangeSource;
  onClose(): void;
  onApplied(changeUUID: string): void;
}

function useTitle({ kind }: ChangeSource): string {
  const { t } = useTranslation();
  if (kind === 'revert') return t('configuration.review.revertTitle');
  return kind === 'pending' ? t('configuration.review.pendingTitle') : t('configuration.review.title');
}

/** How to resolve a conflict depends on where the edits are. */
function useConflictHint({ kind }: ChangeSource): string {
  const { t } = useTranslation();
  if (kind === 'draft') return t('configuration.review.resolveDraft');
  return kind === 'revert' ? t('configuration.review.resolveRevert') : t('configuration.review.resolveEdit');
}

/** A change that no device needs is only saved. */
function useAppliedWords() {
  const { t } = useTranslation();
  return (number: number, isScheduled: boolean, { devices }: ReviewSoFar): string => {
    if (isScheduled) return t('configuration.review.scheduled', { number });
    return devices.some(changes)
      ? t('configuration.review.applied', { number })
      : t('configuration.review.saved', { number });
  };
}

function Outdated({ again }: { again(): void }) {
  const { t } = useTranslation();
  return (
    <div className="config-conflict" role="alert">
      <p>{t('configuration.review.outdated')}</p>
      <Button onClick={again}>{t('configuration.review.again')}</Button>
    </div>
  );
}

function Reviewed({ source, soFar }: { source: ChangeSource; soFar: ReviewSoFar }) {
  const { t } = useTranslation();
  const conflictHint = useConflictHint(source);
  const conflicts = conflictsIn(soFar.edits);
  return (
    <>
      <ReviewSummaryWords soFar={soFar} isPending={source.kind === 'pending'} />
      {conflicts > 0 && (
        <p role="alert" className="config-error">
          {t('configuration.review.conflictBlocks', { count: conflicts })}
        </p>
      )}
      {soFar.edits.length > 0 && (
        <section className="detail-section">
          <h2>{t('configuration.review.edits')}</h2>
          <Edits edits={soFar.edits} renderConflict={() => <p>{conflictHint}</p>} />
        </section>
      )}
      <ReviewedDevices devices={soFar.devices} />
    </>
  );
}

/** The button gets the focus once it can be used, unless the person already uses something in the review. */
function useApplyFocus(ready: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const focus = useCallback(() => {
    const inUse = document.activeElement?.closest('.config-review') != null;
    if (ready && !inUse) button.current?.focus();
  }, [ready]);
  useEffect(focus, [focus]);
  return { button, focus };
}

/** Shows what a change does to which devices, and applies it. Mount it only while open. */
export function ReviewDialog({ source, onClose, onApplied }: ReviewDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const formId = useId();
  const fields = useApplyFields();
  const title = useTitle(source);
  const { soFar, error, again } = useReview(source);
  const [refused, setRefused] = useState<ReviewSoFar | null>(null);
  const outdated = soFar !== null && (soFar.outdated || soFar === refused);
  const block = outdated ? 'outdated' : applyBlock(soFar, source.kind === 'pending');
  const ready = block === null && error === null;
  const { button, focus } = useApplyFocus(ready);
  const appliedWords = useAppliedWords();
  const form = useSchemaForm({
    schema: applyForm,
    initial: { reason: '', start: { later: false, at: '' } },
    async submit(values) {
      if (!ready || soFar === null) return;
      const { cuts } = soFar;
      if (!(await confirmCuts(cuts, t))) return;
      const input = applyInput(source, soFar.digest, values, cuts);
      const applied = await call(settingCalls.applyChange, input, { quiet: true }).catch(
        (failure: unknown) => {
          if (failure instanceof CallFailure && needsNewReview(failure)) setRefused(soFar);
          else if (failure instanceof CallFailure && !failure.shown && !failure.data.fields)
            showFailure(failure);
          throw failure;
        },
      );
      void refreshCalls(...CHANGE_CALLS, ...SETTING_CALLS);
      void actionToast({
        text: appliedWords(applied.number, values.start.later, soFar),
        label: t('configuration.review.viewChange'),
        run: () => void navigate(changePage(applied.changeUUID)),
      });
      onApplied(applied.changeUUID);
    },
  });

  return (
    <Dialog
      title={title}
      width={`min(${WIDTH_PX}px, 100vw - 32px)`}
      onClose={onClose}
      onShown={focus}
      actions={
        <Can grant="network_config:operate">
          <Button
            ref={button}
            type="primary"
            htmlType="submit"
            form={formId}
            disabled={!ready}
            loading={form.pending}
          >
            {form.values.start.later ? t('configuration.review.schedule') : t('configuration.review.apply')}
          </Button>
        </Can>
      }
    >
      <div className="config-review">
        {error === null && !outdated && <ReviewProgress soFar={soFar} />}
        {error && <FailedState error={error} retry={again} />}
        {outdated && <Outdated again={again} />}
        {soFar === null && error === null && <Skeleton rows={5} />}
        {soFar && <Reviewed source={source} soFar={soFar} />}
        <Can grant="network_config:operate">
          <SchemaForm id={formId} form={form} fields={fields} />
        </Can>
      </div>
    </Dialog>
  );
}
