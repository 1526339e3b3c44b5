import type { PermissionNode } from '@airloom/contract/access/access.model';
import type { Grant } from '@airloom/contract/permissions';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  GROUP_NAMES,
  isPermissionGroup,
  isPermissionKey,
  PERMISSION_NAMES,
} from '../../../shared/access/permission-names.ts';
import { Icon } from '../../../shared/ui/Icon.tsx';
import {
  groupMark,
  isHeld,
  mayGrant,
  type Permission,
  type Verb,
  withPermissions,
} from '../permission-choice.ts';
import './access.css';

interface PermissionTreeProps {
  nodes: readonly PermissionNode[];
  held: readonly Grant[];
  /** Without it the tree is read-only. */
  onChange?: ((held: Grant[]) => void) | undefined;
}

const VERBS: readonly Verb[] = ['view', 'operate'];

function usePermissionName(): (key: string) => string {
  const { t } = useTranslation();
  return (key) => (isPermissionKey(key) ? t(PERMISSION_NAMES[key]) : key);
}

function useVerbLabel(): (verb: Verb, permission: string) => string {
  const { t } = useTranslation();
  return (verb, permission) =>
    t(verb === 'view' ? 'access.role.viewOf' : 'access.role.operateOf', { permission });
}

function HeldMark({ held, label }: { held: boolean; label: string }) {
  if (!held) return <span aria-hidden>–</span>;
  return (
    <>
      <Icon name="check" />
      <span className="visually-hidden">{label}</span>
    </>
  );
}

/** Why a permission cannot be granted, shown beside its checkbox. */
function Reason({ permission }: { permission: Permission }) {
  const { t } = useTranslation();
  if (permission.grantableOperate || (permission.grantableView && !permission.operable)) return null;
  return (
    <div className="access-small">
      {t(permission.grantableView ? 'access.role.notGrantableOperate' : 'access.role.notGrantable')}
    </div>
  );
}

function PermissionRow({
  permission,
  held,
  onChange,
}: { permission: Permission } & Omit<PermissionTreeProps, 'nodes'>) {
  const name = usePermissionName()(permission.key);
  const labelOf = useVerbLabel();
  return (
    <tr>
      <th scope="row">
        {name}
        {onChange && <Reason permission={permission} />}
      </th>
      {VERBS.map((verb) => (
        <td key={verb} className="access-verb">
          {onChange && (verb === 'view' || permission.operable) ? (
            <Checkbox
              aria-label={labelOf(verb, name)}
              checked={isHeld(held, permission, verb)}
              disabled={!mayGrant(permission, verb)}
              onChange={(event) => onChange(withPermissions(held, [permission], verb, event.target.checked))}
            />
          ) : (
            <HeldMark held={isHeld(held, permission, verb)} label={labelOf(verb, name)} />
          )}
        </td>
      ))}
    </tr>
  );
}

function Group({ node, held, onChange }: { node: PermissionNode } & Omit<PermissionTreeProps, 'nodes'>) {
  const { t } = useTranslation();
  const labelOf = useVerbLabel();
  const name = isPermissionGroup(node.group) ? t(GROUP_NAMES[node.group]) : node.group;
  return (
    <tbody>
      <tr className="access-group">
        <th scope="rowgroup">
          {name}
          {onChange && node.group === 'device' && (
            <div className="access-small">{t('access.role.deviceClasses')}</div>
          )}
        </th>
        {VERBS.map((verb) => {
          const { offered, all, some } = groupMark(held, node.permissions, verb);
          return (
            <td key={verb} className="access-verb">
              {onChange && (
                <Checkbox
                  aria-label={labelOf(verb, name)}
                  checked={all}
                  indeterminate={some && !all}
                  disabled={!offered}
                  onChange={() => onChange(withPermissions(held, node.permissions, verb, !all))}
                />
              )}
            </td>
          );
        })}
      </tr>
      {node.permissions.map((permission) => (
        <PermissionRow key={permission.key} permission={permission} held={held} onChange={onChange} />
      ))}
    </tbody>
  );
}

/** The view and operate permissions of a role, by group. */
export function PermissionTree({ nodes, held, onChange }: PermissionTreeProps) {
  const { t } = useTranslation();
  return (
    <table className="access-permissions">
      <thead>
        <tr>
          <th scope="col">{t('access.role.permission')}</th>
          <th scope="col" className="access-verb">
            {t('access.role.canView')}
          </th>
          <th scope="col" className="access-verb">
            {t('access.role.canOperate')}
          </th>
        </tr>
      </thead>
      {nodes.map((node) => (
        <Group key={node.group} node={node} held={held} onChange={onChange} />
      ))}
    </table>
  );
}
