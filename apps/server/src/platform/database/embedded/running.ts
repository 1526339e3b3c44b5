import { existsSync } from 'node:fs';
import { clusterIn } from './cluster.ts';
import { socketConnectionString } from './endpoint.ts';
import { DATABASE, startEmbedded } from './index.ts';
import { holderOf } from './instance-lock.ts';

/** The embedded database of a data folder: the one a console runs, or one started for as long as it is needed. */
export async function joinEmbedded(
  dataDir: string,
  log: (message: string) => void,
): Promise<{ connectionString: string; stop(): Promise<void> }> {
  if (!existsSync(clusterIn(dataDir).dir)) {
    throw new Error(`There is no database in ${dataDir}. Set DATA_DIR to the folder of the installation.`);
  }
  const holder = holderOf(dataDir);
  if (holder === null) return startEmbedded({ dataDir, log });
  if (holder.socketDir === undefined) {
    throw new Error(
      `Airloom is starting on ${dataDir}, or its database cannot be reached. Try again, or stop it first.`,
    );
  }
  return {
    connectionString: socketConnectionString(holder.socketDir, DATABASE),
    stop: async () => undefined,
  };
}
