import type { Message, MessageTab } from '@airloom/contract/messages/messages.model';
import type { ColumnType, Generated } from 'kysely';
import type { GivenMoment } from './column-types.ts';

export interface MessageTables {
  message: {
    tenant_id: string;
    id: string;
    manager_id: string;
    once: string;
    tab: MessageTab;
    key: string;
    params: ColumnType<Message['params'], string, string>;
    link: string;
    link_until: Date | null;
    created_at: GivenMoment;
    read_at: Date | null;
    removed_at: Date | null;
  };
  sheet_work: {
    tenant_id: string;
    id: string;
    kind: 'import' | 'export';
    call: string;
    manager_id: string;
    user_name: string;
    session_id: string | null;
    started_at: GivenMoment;
    ended_at: Date | null;
    done: Generated<number>;
    refused: Generated<number>;
    file_id: string | null;
  };
}
