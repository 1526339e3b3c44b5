import type { ReviewedEdit } from '@airloom/contract/configuration/configuration.model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { Icon } from '../ui/Icon.tsx';
import './configuration.css';
import { ACTION_KEYS, KIND_KEYS, LEVEL_KEYS } from './configuration-names.ts';
import { Differences } from './Differences.tsx';

type Optional = 'conflict' | 'skippedPorts';
type Edit = Omit<ReviewedEdit, Optional> & Partial<Pick<ReviewedEdit, Optional>>;

const ONLY = { create: 'after', delete: 'before', update: undefined } as const;

/** The values that another person saved beside those of the edit. */
function Conflict({ edit, resolve }: { edit: Edit; resolve: ReactNode }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!edit.conflict) return null;
  const { by, at, differences } = edit.conflict;
  return (
    <div className="config-conflict" role="alert">
      <p className="config-conflict-title">
        <Icon name="warning" /> {t('configuration.review.conflictTitle')}
      </p>
      <p className="config-quiet">
        {t('configuration.review.conflictBy', { name: by, time: format.dateTime(at) })}
      </p>
      <Differences
        differences={differences}
        only={edit.action === 'delete' ? 'before' : undefined}
        captions={{ before: t('configuration.review.theirs'), after: t('configuration.review.yours') }}
      />
      {resolve}
    </div>
  );
}

interface EditsProps {
  edits: readonly Edit[];
  /** How a conflict is resolved. */
  renderConflict?: (edit: Edit, index: number) => ReactNode;
  /** Who made the edit, and what can be done with it. */
  renderBeside?: (edit: Edit, index: number) => ReactNode;
}

/** Edited settings with their values before and after. */
export function Edits({ edits, renderConflict, renderBeside }: EditsProps) {
  const { t } = useTranslation();
  return (
    <ul className="config-edits">
      {edits.map((edit, index) => (
        <li key={edit.settingUUID ?? `${edit.kind} ${edit.place.uuid} ${edit.name}`}>
          <div className="config-edit-head">
            <span className="config-edit-name">{edit.name}</span>
            <span className="config-mark">{t(ACTION_KEYS[edit.action])}</span>
            <span className="config-quiet">
              {[t(KIND_KEYS[edit.kind]), `${t(LEVEL_KEYS[edit.place.level])} ${edit.place.name}`].join(' · ')}
            </span>
            {renderBeside?.(edit, index)}
          </div>
          {edit.skippedPorts !== undefined && edit.skippedPorts.length > 0 && (
            <p className="config-quiet">
              {t('configuration.review.skippedPorts', {
                count: edit.skippedPorts.length,
                ports: edit.skippedPorts.join(', '),
              })}
            </p>
          )}
          {edit.conflict ? (
            <Conflict edit={edit} resolve={renderConflict?.(edit, index)} />
          ) : (
            <Differences differences={edit.differences} only={ONLY[edit.action]} />
          )}
        </li>
      ))}
    </ul>
  );
}
