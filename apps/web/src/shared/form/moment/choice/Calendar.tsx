import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { browserDateLocale } from '../../../i18n/date-locale.ts';
import { currentLanguage } from '../../../i18n/i18n.ts';
import { IconButton } from '../../../ui/actions/IconButton.tsx';
import { addDays, addMonths, dayOf, placeInWeek, WEEK_DAYS, weekStart, weeksOfMonth } from '../month-days.ts';

interface CalendarProps {
  /** Empty for none. */
  value: string;
  today: string;
  /** Earliest day; empty for none. */
  min: string;
  onChange(date: string): void;
}

function formatsOf(locale: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const shown = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (date: string) => shown.format(dayOf(date));
  };
  return {
    month: format({ month: 'long', year: 'numeric' }),
    weekDay: format({ weekday: 'short' }),
    weekDayName: format({ weekday: 'long' }),
    day: format({ dateStyle: 'full' }),
  };
}

/** One month. Arrows move by days and weeks, Page Up and Page Down by months, with Shift by years. */
export function Calendar({ value, today, min, onChange }: CalendarProps) {
  const { t } = useTranslation();
  const locale = browserDateLocale(currentLanguage());
  const start = weekStart(locale);
  const formats = formatsOf(locale);
  const [focused, setFocused] = useState(value || (min > today ? min : today));
  const grid = useRef<HTMLTableElement>(null);
  /** Whether the keyboard moved to another day, which is drawn only then. */
  const moves = useRef(true);
  const weeks = weeksOfMonth(focused, start);
  /** A day that cannot be chosen cannot have the focus. */
  const move = (date: string) => setFocused(date < min ? min : date);

  useEffect(() => {
    if (moves.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    moves.current = false;
  });

  function onKeyDown(event: KeyboardEvent): void {
    const place = placeInWeek(focused, start);
    const months = event.shiftKey ? 12 : 1;
    const targets: Record<string, () => string> = {
      ArrowLeft: () => addDays(focused, -1),
      ArrowRight: () => addDays(focused, 1),
      ArrowUp: () => addDays(focused, -WEEK_DAYS),
      ArrowDown: () => addDays(focused, WEEK_DAYS),
      Home: () => addDays(focused, -place),
      End: () => addDays(focused, WEEK_DAYS - 1 - place),
      PageUp: () => addMonths(focused, -months),
      PageDown: () => addMonths(focused, months),
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    moves.current = true;
    move(target());
  }

  return (
    <div className="moment-calendar">
      <div className="moment-month">
        <IconButton
          icon="left"
          label={t('shell.moment.previousMonth')}
          disabled={focused.slice(0, 7) <= min.slice(0, 7)}
          onClick={() => move(addMonths(focused, -1))}
        />
        <span aria-live="polite">{formats.month(focused)}</span>
        <IconButton
          icon="right"
          label={t('shell.moment.nextMonth')}
          onClick={() => move(addMonths(focused, 1))}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern of calendars: arrow keys move between its buttons */}
      <table ref={grid} role="grid" aria-label={formats.month(focused)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th key={date} scope="col" abbr={formats.weekDayName(date)}>
                {formats.weekDay(date)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td key={date} aria-selected={date === value}>
                  <button
                    type="button"
                    className="moment-day"
                    tabIndex={date === focused ? 0 : -1}
                    aria-label={formats.day(date)}
                    aria-current={date === today ? 'date' : undefined}
                    data-outside={date.slice(0, 7) !== focused.slice(0, 7)}
                    data-chosen={date === value}
                    {...(date === focused ? { 'data-takes-focus': true } : {})}
                    disabled={date < min}
                    onClick={() => {
                      setFocused(date);
                      onChange(date);
                    }}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
