-- Why a change failed on a device, and why the device could not be reverted.
alter table configuration_change_device add column failure text;
alter table configuration_change_device add column revert_failure text;

set local role airloom_system;
update configuration_change_device set failure = case
  when missing <> '[]' then 'notShown'
  when rejected <> '[]' or state = 'rejected' then 'rejected'
  else 'noAnswer' end
where state in ('rejected', 'noAnswer', 'notVerified', 'reverting', 'reverted', 'revertFailed');
reset role;
