import { type Language, YUYAN } from '../../languages.ts';

/** Figures as networks count them, each with its unit; its sign is the same in every language. */
export interface Units {
  count(value: number): string;
  /** A mean of what is counted. */
  tenths(value: number): string;
  /** Large numbers of which only the first figures matter. */
  about(value: number): string;
  /** From 0 to 100. */
  percent(value: number): string;
  /** The same to the hundredth, and never all before it is all: what is a second short of 100 is not 100. */
  portion(value: number): string;
  /** Kilobits per second, as a larger unit where that reads better. */
  rate(kbps: number): string;
  bytes(value: number): string;
  milliseconds(value: number): string;
  celsius(value: number): string;
  watts(value: number): string;
  dbm(value: number): string;
  metres(value: number): string;
}

const STEP = 1_000;
const RATES = ['kb/s', 'Mb/s', 'Gb/s'] as const;
const SIZES = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

export function makeUnits(language: Language): Units {
  const tag = YUYAN[language];
  const whole = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const compact = new Intl.NumberFormat(tag, { notation: 'compact', maximumSignificantDigits: 3 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const portion = new Intl.NumberFormat(tag, {
    style: 'percent',
    maximumFractionDigits: 2,
    roundingMode: 'floor',
  });
  const figures = new Intl.NumberFormat(tag, { maximumSignificantDigits: 3 });

  /** The largest unit of which there is at least one. */
  function scaled(units: readonly string[]): (value: number) => string {
    return (value) => {
      const power = value < 1 ? 0 : Math.floor(Math.log10(value) / 3);
      const at = Math.min(power, units.length - 1);
      return `${figures.format(value / STEP ** at)} ${units[at] ?? ''}`;
    };
  }

  return {
    count: (value) => whole.format(value),
    tenths: (value) => tenths.format(value),
    about: (value) => compact.format(value),
    percent: (value) => percent.format(value / 100),
    portion: (value) => portion.format(value / 100),
    rate: scaled(RATES),
    bytes: scaled(SIZES),
    milliseconds: (value) => `${whole.format(value)} ms`,
    celsius: (value) => `${figures.format(value)} °C`,
    watts: (value) => `${tenths.format(value)} W`,
    dbm: (value) => `${whole.format(value)} dBm`,
    metres: (value) => `${figures.format(value)} m`,
  };
}
