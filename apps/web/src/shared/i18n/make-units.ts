import { type Language, YUYAN } from '@airloom/contract/languages';

/** Figures as networks count them, each with its unit. */
export interface Units {
  count(value: number): string;
  /** Large numbers of which only the first figures matter. */
  about(value: number): string;
  /** From 0 to 100. */
  percent(value: number): string;
  /** Kilobits per second, as a larger unit where that reads better. */
  rate(kbps: number): string;
  bytes(value: number): string;
  milliseconds(value: number): string;
  celsius(value: number): string;
  watts(value: number): string;
  dbm(value: number): string;
}

const STEP = 1_000;
const RATES = ['kilobit-per-second', 'megabit-per-second', 'gigabit-per-second'] as const;
const SIZES = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function makeUnits(language: Language): Units {
  const tag = YUYAN[language];
  const whole = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const compact = new Intl.NumberFormat(tag, { notation: 'compact', maximumSignificantDigits: 3 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });

  function inUnit(unit: string) {
    return new Intl.NumberFormat(tag, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumSignificantDigits: 3,
    });
  }

  /** The largest unit of which there is at least one. */
  function scaled(units: readonly string[]): (value: number) => string {
    const formats = units.map(inUnit);
    return (value) => {
      const power = value < 1 ? 0 : Math.floor(Math.log10(value) / 3);
      const at = Math.min(power, formats.length - 1);
      return formats[at]?.format(value / STEP ** at) ?? '';
    };
  }

  const milliseconds = inUnit('millisecond');
  const celsius = inUnit('celsius');
  const sizes = scaled(SIZES);
  return {
    count: (value) => whole.format(value),
    about: (value) => compact.format(value),
    percent: (value) => percent.format(value / 100),
    rate: scaled(RATES),
    // Some languages have no short word for a byte but its name.
    bytes: (value) => (value < STEP ? `${whole.format(value)} B` : sizes(value / STEP)),
    milliseconds: (value) => milliseconds.format(value),
    celsius: (value) => celsius.format(value),
    watts: (value) => `${tenths.format(value)} W`,
    dbm: (value) => `${whole.format(value)} dBm`,
  };
}
