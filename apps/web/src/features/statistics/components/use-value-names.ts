import type { TerminalKind } from '@airloom/contract/clients/client-kinds';
import type { Band } from '@airloom/contract/statistics/signal-shares';
import type { DURATION_BANDS, SignalGrade } from '@airloom/contract/statistics/statistics.model';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

type DurationBand = (typeof DURATION_BANDS)[number];

interface ValueNames {
  band: Readonly<Record<Band, string>>;
  grade: Readonly<Record<SignalGrade, string>>;
  duration: Readonly<Record<DurationBand, string>>;
  terminalKind: Readonly<Record<TerminalKind, string>>;
}

/** Translated names of contract values. */
export function useValueNames(): ValueNames {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      band: {
        '2G': t('terminal-pages.band.2G'),
        '5G': t('terminal-pages.band.5G'),
        '6G': t('terminal-pages.band.6G'),
      },
      grade: {
        excellent: t('reports.grade.excellent'),
        good: t('reports.grade.good'),
        fair: t('reports.grade.fair'),
        weak: t('reports.grade.weak'),
        bad: t('reports.grade.bad'),
      },
      duration: {
        short: t('reports.duration.short'),
        medium: t('reports.duration.medium'),
        long: t('reports.duration.long'),
        longest: t('reports.duration.longest'),
      },
      terminalKind: {
        phone: t('reports.terminalKind.phone'),
        tablet: t('reports.terminalKind.tablet'),
        computer: t('reports.terminalKind.computer'),
        printer: t('reports.terminalKind.printer'),
        camera: t('reports.terminalKind.camera'),
        tv: t('reports.terminalKind.tv'),
        thing: t('reports.terminalKind.thing'),
        unknown: t('reports.terminalKind.unknown'),
      },
    }),
    [t],
  );
}
