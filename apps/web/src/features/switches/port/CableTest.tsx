import type { CablePair, PairState, CableTest as Test } from '@airloom/contract/commands/cable-test.model';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/i18n/use-format.ts';
import { useUnits } from '../../../shared/i18n/use-units.ts';
import { type Column, Grid } from '../../../shared/table/Grid.tsx';
import '../../../shared/table/table.css';
import { StatusDot, type Tone } from '../../../shared/ui/StatusDot.tsx';

const TONES: Readonly<Record<PairState, Tone>> = {
  ok: 'ok',
  open: 'error',
  short: 'error',
  crosstalk: 'error',
  impedance: 'warn',
  unknown: 'offline',
};

function useColumns(): readonly Column<CablePair>[] {
  const { t } = useTranslation();
  const units = useUnits();
  return [
    { key: 'pair', title: 'switches.cable.pair', render: ({ pair }) => t('commands.pair', { pair }) },
    {
      key: 'state',
      status: true,
      title: 'switches.cable.state',
      render: ({ state }) => <StatusDot tone={TONES[state]}>{t(`commands.pairState.${state}`)}</StatusDot>,
    },
    {
      key: 'length',
      title: 'switches.cable.length',
      align: 'end',
      render: ({ lengthMetres }) => lengthMetres !== null && units.metres(lengthMetres),
    },
    {
      key: 'fault',
      title: 'switches.cable.faultAt',
      align: 'end',
      render: ({ faultMetres }) => faultMetres !== null && units.metres(faultMetres),
    },
  ];
}

/** How the newest test goes, unless its result is the one that is shown. */
function Progress({ newest }: { newest: NonNullable<Test['newest']> }) {
  const { t } = useTranslation();
  if (newest.state === 'success') return null;
  if (newest.state === 'sending')
    return (
      <output className="switch-note">
        <StatusDot tone="processing">{t('switches.cable.running')}</StatusDot>
      </output>
    );
  const why =
    newest.reason === 'unsupported'
      ? t('switches.cable.unsupported')
      : [
          t(`commands.state.${newest.state}`),
          newest.reason === null ? newest.text : t(`commands.reason.${newest.reason}`),
        ]
          .filter((part) => part !== '')
          .join('. ');
  return (
    <output className="switch-note">
      <StatusDot tone="error">{t('switches.cable.failed', { why })}</StatusDot>
    </output>
  );
}

/** The last cable test of a port, with the time it was made. */
export function CableTest({ test, optical }: { test: Test | undefined; optical: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns = useColumns();
  const result = test?.result ?? null;
  return (
    <section className="detail-section">
      <h2>{t('switches.cable.heading')}</h2>
      {optical && <p className="switch-quiet">{t('switches.cable.optical')}</p>}
      {test?.newest && <Progress newest={test.newest} />}
      {result === null
        ? !optical && test?.newest == null && <p className="switch-quiet">{t('switches.cable.none')}</p>
        : result !== null && (
            <>
              <p className="switch-quiet">
                {t('switches.cable.testedAt', { time: format.dateTime(result.at) })}
              </p>
              <Grid
                label={t('switches.cable.heading')}
                rows={result.pairs}
                columns={columns}
                rowKey={({ pair }) => pair}
                sort={undefined}
                onSort={() => undefined}
                stale={false}
              />
            </>
          )}
    </section>
  );
}
