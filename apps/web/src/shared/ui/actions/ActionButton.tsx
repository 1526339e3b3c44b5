import { Button, Tooltip } from 'antd';
import { Icon } from '../Icon.tsx';
import type { Action } from './action.ts';

/** Keyboards learn why as well. */
const WAYS: ('hover' | 'focus')[] = ['hover', 'focus'];

export function ActionButton({ action }: { action: Action }) {
  const button = (
    <Button
      type={action.primary ? 'primary' : 'default'}
      danger={action.danger ?? false}
      loading={action.pending ?? false}
      aria-disabled={action.blocked !== undefined}
      onClick={() => {
        if (action.blocked === undefined) action.run();
      }}
      {...(action.icon ? { icon: <Icon name={action.icon} /> } : {})}
    >
      {action.label}
    </Button>
  );
  return action.blocked === undefined ? (
    button
  ) : (
    <Tooltip title={action.blocked} trigger={WAYS}>
      {button}
    </Tooltip>
  );
}
