import { useTranslation } from 'react-i18next';
import type { LineState } from '../shell-line.ts';

/** What happened to a line, for people. */
export function useStateText(state: LineState): string {
  const { t } = useTranslation();
  if (state.kind === 'opening') return t('web-shell.state.opening');
  if (state.kind === 'open') return t('web-shell.state.open');
  const why = state.end === null ? t('web-shell.lineLost') : t(`web-shell.end.${state.end}`);
  if (state.kind === 'retrying') return `${why} ${t('web-shell.state.retrying', { count: state.seconds })}`;
  return state.failure ?? why;
}
