import type { CommandState } from '@airloom/contract/commands/commands.states';
import { useTranslation } from 'react-i18next';
import { StatusDot } from '../ui/StatusDot.tsx';
import { COMMAND_TONES } from './command-names.ts';

export function CommandStateDot({ state }: { state: CommandState }) {
  const { t } = useTranslation();
  return <StatusDot tone={COMMAND_TONES[state]}>{t(`commands.state.${state}`)}</StatusDot>;
}
