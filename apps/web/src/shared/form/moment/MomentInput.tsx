import Input from 'antd/es/input/Input';
import { CalendarDays, Clock } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserDateLocale } from '../../i18n/date-locale.ts';
import { useLanguageStore } from '../../i18n/i18n.ts';
import { perLanguage } from '../../i18n/per-language.ts';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { Popup } from '../../ui/actions/Popup.tsx';
import { MomentChoice } from './choice/MomentChoice.tsx';
import './moment.css';
import type { MomentProps } from './moment-inputs.tsx';
import { type MomentKind, momentTexts, readMoment } from './moment-text.ts';

const textsOf = perLanguage((language) => momentTexts(browserDateLocale(language)));

/** A date that shows the order of day and month. */
const EXAMPLES: Record<MomentKind, string> = {
  date: '2026-12-31',
  time: '14:30',
  dateTime: '2026-12-31T14:30',
};

const WIDTHS_PX: Record<MomentKind, number> = { date: 272, time: 132, dateTime: 364 };

/** A date, a time or both: typed as the region writes it, or chosen. */
export function MomentInput({ kind, ...props }: MomentProps) {
  const { value, onChange, invalid = false } = props;
  const { t } = useTranslation();
  const issueId = useId();
  const texts = textsOf(useLanguageStore((state) => state.language));
  /** What was typed, while it is edited or could not be read. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isEdited, setEdited] = useState(false);
  const written = value === '' ? '' : texts.write(value, kind);
  const isUnreadable = typed !== null && !isEdited && value === '';
  const shown = typed !== null && (isEdited || isUnreadable) ? typed : written;

  function type(text: string): void {
    setTyped(text);
    setEdited(true);
    const read = text.trim() === '' ? '' : readMoment(text, kind, texts.order, false);
    if (read !== null && read !== value) onChange(read);
  }

  /** A text that cannot be read leaves no value, so that an earlier one is not submitted instead. */
  function finish(): void {
    setEdited(false);
    if (typed === null || !isEdited) return;
    const read = typed.trim() === '' ? '' : readMoment(typed, kind, texts.order, true);
    if (read !== null) setTyped(null);
    if ((read ?? '') !== value) onChange(read ?? '');
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') finish();
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    event.currentTarget.closest('.moment')?.querySelector<HTMLElement>('.icon-button')?.click();
  }

  const open = kind === 'time' ? t('shell.moment.openTimes') : t('shell.moment.openCalendar');
  return (
    <span className="moment" data-kind={kind}>
      <Input
        id={props.id}
        name={props.name}
        aria-label={props.label}
        aria-invalid={invalid || isUnreadable}
        aria-required={props.required}
        aria-describedby={[isUnreadable && issueId, props.describedBy].filter(Boolean).join(' ') || undefined}
        {...(invalid || isUnreadable ? { status: 'error' as const } : {})}
        autoComplete="off"
        spellCheck={false}
        placeholder={texts.write(EXAMPLES[kind], kind).replaceAll(/\d/g, '-')}
        value={shown}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          finish();
          props.onBlur?.();
        }}
      />
      <Popup
        kind="dialog"
        label={open}
        align="end"
        width={WIDTHS_PX[kind]}
        renderTrigger={(trigger) => (
          <IconButton {...trigger} icon={kind === 'time' ? Clock : CalendarDays} label={open} size={14} />
        )}
      >
        {(close) => (
          <MomentChoice
            kind={kind}
            value={value}
            min={props.min ?? ''}
            onChange={(next) => {
              setTyped(null);
              onChange(next);
            }}
            close={close}
          />
        )}
      </Popup>
      {isUnreadable && (
        <span id={issueId} className="moment-issue" role="alert">
          {t('shell.moment.unreadable', { example: texts.write(EXAMPLES[kind], kind) })}
        </span>
      )}
    </span>
  );
}
