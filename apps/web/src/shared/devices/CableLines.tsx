import { measuredCables } from '@airloom/contract/commands/cable-test.model';
import { useTranslation } from 'react-i18next';
import { useUnits } from '../i18n/use-units.ts';

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The result of a cable test in one line for each port. */
export function CableLines({ output }: { output: string }) {
  const { t } = useTranslation();
  const units = useUnits();
  const cables = measuredCables.safeParse(readJson(output)).data ?? [];
  return cables.map(({ port, pairs }) => {
    const words = pairs.map(({ pair, state, lengthMetres, faultMetres }) => {
      const metres = lengthMetres ?? faultMetres;
      const found = `${t('commands.pair', { pair })} ${t(`commands.pairState.${state}`)}`;
      return metres === null ? found : `${found} (${units.metres(metres)})`;
    });
    return <p key={port}>{`${port}: ${words.join(', ')}`}</p>;
  });
}
