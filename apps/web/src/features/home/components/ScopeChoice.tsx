import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../shared/session/session-store.ts';
import type { HomeScope } from '../home-scope.ts';

const ALL = 'all';
const CHOSEN = 'chosen';

/** Everything visible, or the selected scope. */
export function ScopeChoice({ scope }: { scope: HomeScope }) {
  const { t } = useTranslation();
  const current = useSession((state) => state.currentSite?.name);
  if (current === undefined) return null;
  return (
    <Segmented
      aria-label={t('home.scope.label')}
      value={scope.wide ? ALL : CHOSEN}
      options={[
        { value: ALL, label: t('home.scope.all') },
        { value: CHOSEN, label: current },
      ]}
      onChange={(value) => scope.choose(value === ALL)}
    />
  );
}
