import { type Language, YUYAN } from '@airloom/contract/languages';

/** Figures as networks count them, each with its unit. */
export interface Units {
  count(value: number): string;
  /** From 0 to 100. */
  percent(value: number): string;
  /** Kilobits per second, as a larger unit where that reads better. */
  rate(kbps: number): string;
  bytes(value: number): string;
  celsius(value: number): string;
  watts(value: number): string;
  dbm(value: number): string;
}

const STEP = 1_000;
const RATES = ['kilobit-per-second', 'megabit-per-second', 'gigabit-per-second'] as const;
const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

export function makeUnits(language: Language): Units {
  const tag = YUYAN[language];
  const whole = new Intl.NumberFormat(tag, { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });

  function inUnit(unit: string) {
    return new Intl.NumberFormat(tag, {
      style: 'unit',
      unit,
      // Some languages have no short word for a byte but its name.
      unitDisplay: unit === 'byte' ? 'narrow' : 'short',
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

  const celsius = inUnit('celsius');
  return {
    count: (value) => whole.format(value),
    percent: (value) => percent.format(value / 100),
    rate: scaled(RATES),
    bytes: scaled(SIZES),
    celsius: (value) => celsius.format(value),
    watts: (value) => `${tenths.format(value)} W`,
    dbm: (value) => `${whole.format(value)} dBm`,
  };
}
