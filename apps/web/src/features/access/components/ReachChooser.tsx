import type { Role } from '@airloom/contract/access/access.model';
import { organizationCalls } from '@airloom/contract/organizations/organizations.calls';
import { MY_SHARES_UUID } from '@airloom/contract/organizations/organizations.model';
import type { RoleReach } from '@airloom/contract/roles';
import { Button } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../shared/api/use-call.ts';
import type { Control } from '../../../shared/form/use-schema-form.ts';
import { useRoleReach } from '../../../shared/session/account-reach.ts';
import { type ReachValue, reachFor } from '../../../shared/tree/reach-choice.ts';
import { reachInput } from '../../../shared/tree/reach-input.tsx';
import { FailedState } from '../../../shared/ui/feedback/FailedState.tsx';
import { Skeleton } from '../../../shared/ui/feedback/Skeleton.tsx';
import './access.css';

interface ReachChooserProps {
  control: Control<ReachValue>;
  role: Role;
}

function Chosen({ reach, onClear }: { reach: ReturnType<typeof reachFor>; onClear(): void }) {
  const { t } = useTranslation();
  const organizations = reach.enterpriseUUIDs.length;
  const sites = reach.siteUUIDs.length;
  const words = [
    ...(organizations > 0 ? [t('access.reach.organizations', { count: organizations })] : []),
    ...(sites > 0 ? [t('access.reach.sites', { count: sites })] : []),
  ];
  if (words.length === 0) return <span className="access-quiet">{t('access.reach.none')}</span>;
  return (
    <>
      <output>{words.join(', ')}</output>
      <Button type="link" size="small" onClick={onClear}>
        {t('access.reach.clear')}
      </Button>
    </>
  );
}

/** A person with single sites has no organization to grant. */
function useOfferedReach(role: Role): RoleReach {
  const own = useRoleReach();
  return own === 'site' ? 'site' : role.reach;
}

/** The organizations or sites of a role assignment, in the combinations the rules allow. */
function ReachChooser({ control, role }: ReachChooserProps) {
  const { t } = useTranslation();
  const tree = useCall(organizationCalls.getEnterprise, {});
  const own = useMemo(
    () => (tree.data?.trees ?? []).filter((node) => node.enterpriseuuid !== MY_SHARES_UUID),
    [tree.data],
  );
  const roleReach = useOfferedReach(role);
  if (tree.error) return <FailedState error={tree.error} retry={() => void tree.refetch()} />;
  if (tree.isPending) return <Skeleton rows={6} height={20} />;

  const reach = reachFor(roleReach, control.value);
  const chosen = reach.enterpriseUUIDs.length + reach.siteUUIDs.length > 0;
  const drawTree = reachInput({ trees: own, roleReach, label: t('access.reach.tree') });
  return (
    <div className="access-reach">
      {drawTree({ ...control, onChange: (value) => control.onChange(value ?? {}) })}
      <div className="access-reach-foot">
        {roleReach === 'account' ? (
          <span>{t('access.reach.whole')}</span>
        ) : (
          <Chosen reach={reach} onClear={() => control.onChange({})} />
        )}
      </div>
      {roleReach === 'organizationOrSite' && chosen && (
        <p className="field-hint">{t('access.reach.either')}</p>
      )}
    </div>
  );
}

/** The form field; disabled until a role is chosen. */
export function reachOfRole(role: Role | undefined) {
  return function ReachOfRole(control: Control<ReachValue>): ReactNode {
    return role && <ReachChooser control={control} role={role} />;
  };
}
