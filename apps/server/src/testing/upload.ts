import { CLIENT_HEADER } from '@airloom/contract/call';
import { z } from 'zod';
import { KIND_HEADER } from '../doors/files/files.ts';
import type { FileKind } from '../platform/files/file-kinds.ts';
import { PATHS } from '../platform/http/paths.ts';
import type { TestServer } from './test-server.ts';

const stored = z.object({ data: z.object({ id: z.uuid() }) });

/** Uploads a file as a page does; returns its id. */
export async function upload(
  server: Pick<TestServer, 'url'>,
  token: string,
  kind: FileKind,
  bytes: Buffer<ArrayBuffer>,
): Promise<string> {
  const response = await fetch(`${server.url}${PATHS.storage}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      [CLIENT_HEADER]: 'test',
      [KIND_HEADER]: kind,
      'content-type': 'application/octet-stream',
    },
    body: bytes,
  });
  return stored.parse(await response.json()).data.id;
}
