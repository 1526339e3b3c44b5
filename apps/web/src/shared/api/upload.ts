import { CLIENT_HEADER } from '@airloom/contract/call';
import { failureData, SUCCESS_CODES } from '@airloom/contract/envelope';
import { z } from 'zod';
import { currentLanguage } from '../i18n/i18n.ts';
import { noteRequest } from '../session/session-cookies.ts';
import { CallFailure } from './call-failure.ts';
import { onFailure } from './on-failure.ts';

const stored = z.object({ id: z.string() });
const answer = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });

interface Upload {
  url: string;
  /** One of the server's kinds of files, such as `deviceImport`. */
  kind: string;
  file: Blob;
  /** From 0 to 1, as far as the file has been sent. */
  onProgress(part: number): void;
  signal: AbortSignal;
}

/** Result of the upload. XMLHttpRequest, because fetch has no upload progress. */
function send({ url, kind, file, onProgress, signal }: Upload): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('accept-language', currentLanguage());
    request.setRequestHeader('x-file-kind', kind);
    request.setRequestHeader(CLIENT_HEADER, 'web');
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener('load', () => resolve(request.responseText));
    request.addEventListener('error', () => reject(new CallFailure('network')));
    request.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

function idIn(text: string): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new CallFailure('malformed');
  }
  const { data: read } = answer.safeParse(parsed);
  if (!read) throw new CallFailure('malformed');
  if (!SUCCESS_CODES.includes(read.code)) {
    const details = failureData.partial().safeParse(read.data);
    throw new CallFailure('refused', { code: read.code, message: read.msg, data: details.data ?? {} });
  }
  const { data: file } = stored.safeParse(read.data);
  if (!file) throw new CallFailure('malformed');
  return file.id;
}

/** Stores a file and answers with its id. Failures are shown like those of any call. */
export async function uploadFile(upload: Upload): Promise<string> {
  noteRequest();
  try {
    return idIn(await send(upload));
  } catch (error) {
    if (error instanceof CallFailure) onFailure(error, { quiet: false });
    throw error;
  }
}
