import type { Setting } from '@airloom/contract/configuration/configuration.model';
import { Button, Radio } from 'antd';
import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWording } from '../../../shared/configuration/use-wording.ts';
import { toast } from '../../../shared/ui/feedback/toast.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { TimeAgo } from '../../../shared/ui/Times.tsx';
import { contestedLabel, contestedWords } from '../conflict-words.ts';
import type { ContestedField, Side } from '../merge-edits.ts';
import { usePlaces } from './use-places.ts';
import './wireless.css';

interface FieldChoiceProps {
  field: ContestedField;
  side: Side;
  onChoose(side: Side): void;
}

/** One field with both values. */
function FieldChoice({ field, side, onChoose }: FieldChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  const wording = useWording();
  const { sites } = usePlaces();
  const names = useMemo(() => new Map(sites.map(({ value, label }) => [value, label])), [sites]);
  const captions: Record<Side, string> = {
    theirs: t('wireless.conflict.saved'),
    mine: t('wireless.conflict.yours'),
  };
  return (
    <li>
      <span id={id} className="wireless-contested-name">
        {contestedLabel(field.path, wording)}
        {field.byBoth && <span className="wireless-quiet"> {t('wireless.conflict.byBoth')}</span>}
      </span>
      <Radio.Group
        className="wireless-sides"
        aria-labelledby={id}
        value={side}
        onChange={(event) => onChoose(event.target.value === 'mine' ? 'mine' : 'theirs')}
        options={(['theirs', 'mine'] as const).map((value) => ({
          value,
          label: (
            <span className="wireless-side">
              <span className="wireless-quiet">{captions[value]}</span>{' '}
              {contestedWords(field.path, field[value], wording, names)}
            </span>
          ),
        }))}
      />
    </li>
  );
}

interface VersionConflictProps {
  id: string;
  /** Null: it was deleted. */
  newest: Setting | null;
  /** Null: there is no other version to choose values from. */
  fields: readonly ContestedField[] | null;
  onResolve(fields: readonly ContestedField[]): void;
}

/** The values that differ, with the choice of whose to use. */
export function VersionConflict({ id, newest, fields, onResolve }: VersionConflictProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({});
  const title =
    newest === null
      ? t('wireless.conflict.deleted')
      : t('wireless.conflict.title', { name: newest.updatedBy });
  // The person may be at another part of a long form.
  useEffect(() => toast.warning(title), [title]);
  const decided = (fields ?? []).map((field) => ({ ...field, side: chosen[field.path] ?? field.side }));
  return (
    <div id={id} className="wireless-conflict" role="alert" tabIndex={-1}>
      <p className="wireless-conflict-title">
        <Icon name="warning" /> {title}{' '}
        {newest && (
          <span className="wireless-quiet">
            <TimeAgo at={newest.updatedAt} />
          </span>
        )}
      </p>
      {fields?.length === 0 && <p>{t('wireless.conflict.same')}</p>}
      {decided.length > 0 && (
        <>
          <p className="wireless-quiet">{t('wireless.conflict.choose')}</p>
          <ul className="wireless-contested">
            {decided.map((field) => (
              <FieldChoice
                key={field.path}
                field={field}
                side={field.side}
                onChoose={(side) => setChosen({ ...chosen, [field.path]: side })}
              />
            ))}
          </ul>
        </>
      )}
      <div className="form-actions">
        <Button type="primary" onClick={() => onResolve(decided)}>
          {fields === null
            ? t('wireless.conflict.createAgain')
            : decided.length === 0
              ? t('wireless.conflict.continue')
              : t('wireless.conflict.useSelected')}
        </Button>
        {decided.length > 0 && (
          <Button onClick={() => onResolve(decided.map((field) => ({ ...field, side: 'theirs' })))}>
            {t('wireless.conflict.reload')}
          </Button>
        )}
      </div>
    </div>
  );
}
