import { Button, Dropdown } from 'antd';
import type { Action } from './action.ts';
import { Icon } from './Icon.tsx';
import { useAllowedActions } from './use-actions.ts';

/** The actions of one thing, behind three dots. */
export function ActionMenu({ label, actions }: { label: string; actions: readonly Action[] }) {
  const allowed = useAllowedActions(actions);
  if (allowed.length === 0) return null;
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: allowed.map((action) => ({
          key: action.id,
          label: action.label,
          danger: action.danger ?? false,
          disabled: action.blocked !== undefined,
          ...(action.blocked === undefined ? {} : { title: action.blocked }),
          ...(action.icon ? { icon: <Icon name={action.icon} size={14} /> } : {}),
        })),
        onClick: ({ key, domEvent }) => {
          domEvent.stopPropagation();
          allowed.find((action) => action.id === key)?.run();
        },
      }}
    >
      <Button
        type="text"
        size="small"
        aria-label={label}
        icon={<Icon name="more" />}
        onClick={(event) => event.stopPropagation()}
      />
    </Dropdown>
  );
}
