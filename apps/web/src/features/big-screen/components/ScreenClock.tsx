import { useEffect, useMemo, useState } from 'react';
import { browserDateLocale } from '../../../shared/i18n/date-locale.ts';
import { useLanguageStore } from '../../../shared/i18n/i18n.ts';

const TICK_MS = 1_000;

/** A running clock shows that the page is alive. */
export function ScreenClock() {
  const language = useLanguageStore((state) => state.language);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const { time, date } = useMemo(
    () => ({
      time: new Intl.DateTimeFormat(browserDateLocale(language), { timeStyle: 'medium' }),
      date: new Intl.DateTimeFormat(browserDateLocale(language), {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
      }),
    }),
    [language],
  );
  return (
    <time className="big-screen-clock" dateTime={new Date(now).toISOString()}>
      <span className="big-screen-date">{date.format(now)}</span>
      <span className="big-screen-time">{time.format(now)}</span>
    </time>
  );
}
