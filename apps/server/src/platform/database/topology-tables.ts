import type { Layout } from '@airloom/contract/topology/topology.model';
import type { GivenMoment } from './column-types.ts';

export interface TopologyTables {
  topology_link: {
    tenant_id: string;
    id: string;
    site_id: string;
    upper_id: string;
    lower_id: string;
    upper_port: string;
    lower_port: string;
    created_at: GivenMoment;
  };
  topology_place: {
    tenant_id: string;
    site_id: string;
    device_id: string;
    layout: Layout;
    x: number;
    y: number;
  };
}
