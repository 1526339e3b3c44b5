import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { browserDateLocale } from '../../../i18n/date-locale.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { momentTexts } from '../moment-text.ts';

const STEP_MINUTES = 30;
/** Earlier times that stay in view above the chosen one. */
const ABOVE_PX = 96;
const TIMES = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, step) => {
  const minutes = step * STEP_MINUTES;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
});

interface TimeListProps {
  value: string;
  takesFocus: boolean;
  onChange(time: string): void;
}

/** Every half hour of a day; other times are typed. */
export function TimeList({ value, takesFocus, onChange }: TimeListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const texts = momentTexts(browserDateLocale(currentLanguage()));
  const near = TIMES.findLast((time) => time <= value) ?? '08:00';

  useEffect(() => {
    // The popup is drawn before it is shown.
    const frame = requestAnimationFrame(() => {
      const chosen = list.current?.querySelector<HTMLElement>('[tabindex="0"]');
      if (chosen && list.current)
        list.current.scrollTop = chosen.offsetTop - list.current.offsetTop - ABOVE_PX;
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const times = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = times.findIndex((time) => time === document.activeElement);
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    times.at(target % times.length)?.focus();
  }

  return (
    <div
      ref={list}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers draw their own lists differently
      role="listbox"
      tabIndex={-1}
      aria-label={t('shell.moment.times')}
      className="moment-times"
      onKeyDown={onKeyDown}
    >
      {TIMES.map((time) => (
        <button
          key={time}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={time === value}
          tabIndex={time === near ? 0 : -1}
          className="moment-time"
          {...(takesFocus && time === near ? { 'data-takes-focus': true } : {})}
          onClick={() => onChange(time)}
        >
          {texts.write(time, 'time')}
        </button>
      ))}
    </div>
  );
}
