import { type Language, YUYAN } from '../../languages.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
type Unit = (typeof UNITS)[number][0];

/** Seconds as "3d 4h": the two largest units; under a minute, in seconds. */
export function makeDuration(language: Language): (seconds: number) => string {
  const amounts = new Map<Unit, Intl.NumberFormat>(
    UNITS.map(([unit]) => [
      unit,
      new Intl.NumberFormat(YUYAN[language], { style: 'unit', unit, unitDisplay: 'narrow' }),
    ]),
  );
  const amount = (count: number, unit: Unit): string => amounts.get(unit)?.format(count) ?? '';
  return (seconds) => {
    const from = UNITS.findIndex(([, size]) => seconds >= size);
    const [largest, next] = from === -1 ? UNITS.slice(-1) : UNITS.slice(from, from + 2);
    const parts = [largest, next].flatMap((unit, position) => {
      if (unit === undefined || (position > 0 && unit[0] === 'second')) return [];
      const whole = position === 0 ? seconds : seconds % (largest?.[1] ?? 1);
      return [amount(Math.floor(whole / unit[1]), unit[0])];
    });
    return parts.join(' ');
  };
}
