import { sqlBuilder } from '../../platform/database/database.ts';
import type { TestServer } from '../test-server.ts';

/** Tests share one address and would be throttled by each other's failures. */
export async function forgetThrottles(server: TestServer): Promise<void> {
  await server.platform.database.asSystem((tx) => tx.run(sqlBuilder.deleteFrom('throttle')));
}
