import type { PermissionGroup, PermissionKey } from '@airloom/contract/permissions';
import type { MessageKey } from '../i18n/i18n.ts';

export const PERMISSION_NAMES: Readonly<Record<PermissionKey, MessageKey>> = {
  statistics: 'access.permission.statistics',
  net_map: 'access.permission.net_map',
  authuserOnline_view: 'access.permission.authuserOnline_view',
  remote_proxy: 'access.permission.remote_proxy',
  device_manage: 'access.permission.device_manage',
  all_device: 'access.permission.all_device',
  ac_device: 'access.permission.ac_device',
  ap_device: 'access.permission.ap_device',
  dcme_device: 'access.permission.dcme_device',
  switch_device: 'access.permission.switch_device',
  dscc_device: 'access.permission.dscc_device',
  smart_device: 'access.permission.smart_device',
  network_config: 'access.permission.network_config',
  network: 'access.permission.network',
  dcme_auth: 'access.permission.dcme_auth',
  template_page: 'access.permission.template_page',
  auth_user: 'access.permission.auth_user',
  wechat_sms_config: 'access.permission.wechat_sms_config',
  alarm_info: 'access.permission.alarm_info',
  current_alarm: 'access.permission.current_alarm',
  alarm_rule: 'access.permission.alarm_rule',
  alarm_index: 'access.permission.alarm_index',
  alarm_mac: 'access.permission.alarm_mac',
  wireless_network_opt: 'access.permission.wireless_network_opt',
  ap_scene: 'access.permission.ap_scene',
  wireless_visual: 'access.permission.wireless_visual',
  productcenter_ctrl: 'access.permission.productcenter_ctrl',
  billcenter_ctrl: 'access.permission.billcenter_ctrl',
  receiptcenter_ctrl: 'access.permission.receiptcenter_ctrl',
  addresscenter_ctrl: 'access.permission.addresscenter_ctrl',
  agent_mananger: 'access.permission.agent_mananger',
  org_manage: 'access.permission.org_manage',
  site_manage: 'access.permission.site_manage',
  subaccount_manage: 'access.permission.subaccount_manage',
  role_manage: 'access.permission.role_manage',
  account_manage: 'access.permission.account_manage',
  operation_log: 'access.permission.operation_log',
  device_script: 'access.permission.device_script',
  operator_catalogue: 'access.permission.operator_catalogue',
  operator_finance: 'access.permission.operator_finance',
  operator_support: 'access.permission.operator_support',
};

export const GROUP_NAMES: Readonly<Record<PermissionGroup, MessageKey>> = {
  home: 'access.group.home',
  device: 'access.group.device',
  wireless: 'access.group.wireless',
  alarm: 'access.group.alarm',
  scene: 'access.group.scene',
  finance: 'access.group.finance',
  agent: 'access.group.agent',
  organization: 'access.group.organization',
  people: 'access.group.people',
  account: 'access.group.account',
  operator: 'access.group.operator',
};

export function isPermissionKey(key: string): key is PermissionKey {
  return Object.hasOwn(PERMISSION_NAMES, key);
}

export function isPermissionGroup(key: string): key is PermissionGroup {
  return Object.hasOwn(GROUP_NAMES, key);
}
