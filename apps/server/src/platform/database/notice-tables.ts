import type { NoticeMode } from '@airloom/contract/alarms/alarms.model';
import type { AlarmLevel } from '@airloom/contract/alarms/alarms.types';
import type { Digest, NoticeStep, WebhookKind } from '@airloom/contract/notices/notices.model';
import type { NoticeState } from '@airloom/contract/notices/notices.states';
import type { ColumnType, Generated } from 'kysely';
import type { GivenMoment } from './column-types.ts';

type Spans = ColumnType<readonly { readonly from: string; readonly to: string }[], string, string>;

export interface NoticeTables {
  webhook: {
    tenant_id: string;
    id: string;
    name: string;
    kind: Generated<WebhookKind>;
    url: string;
    secret: string | null;
    enabled: boolean;
    created_at: GivenMoment;
  };
  notice_setting: {
    tenant_id: string;
    id: string;
    name: string;
    enabled: boolean;
    levels: AlarmLevel[];
    modes: NoticeMode[];
    emails: string[];
    phones: string[];
    tells_clears: boolean;
    escalate_minutes: number | null;
    digest: Digest;
    rest_times: Spans;
    holidays: Spans;
    urgent_always: boolean;
    updated_at: GivenMoment;
    on_since: GivenMoment;
  };
  notice_setting_site: { tenant_id: string; setting_id: string; site_id: string };
  notice_setting_person: { tenant_id: string; setting_id: string; manager_id: string };
  notice_setting_webhook: { tenant_id: string; setting_id: string; webhook_id: string };
  notice_asked: { tenant_id: string; id: string; at: GivenMoment; notices: number };
  notice: {
    tenant_id: string;
    id: string;
    about_id: string;
    step: NoticeStep;
    detail: string;
    mode: NoticeMode;
    address: string;
    alarm_id: string | null;
    setting_id: string | null;
    webhook_id: string | null;
    manager_id: string | null;
    level: AlarmLevel;
    because: string;
    site_id: string | null;
    time_zone: string;
    tells_clears: boolean;
    state: NoticeState;
    due_at: GivenMoment;
    attempts: Generated<number>;
    message_id: string | null;
    first_tried_at: Date | null;
    leased_until: Date | null;
    error: Generated<string>;
    created_at: GivenMoment;
    ended_at: Date | null;
  };
}
