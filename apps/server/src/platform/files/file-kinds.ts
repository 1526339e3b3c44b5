import { ADVICE_LIMITS } from '@airloom/contract/advice/advice.limits';
import { COMMAND_LIMITS } from '@airloom/contract/commands/commands.limits';
import { PHOTO_LIMITS } from '@airloom/contract/devices/annotations.limits';
import type { GuardGrant } from '@airloom/contract/guards';
import { LIMITS } from '@airloom/contract/limits';
import { SHELL_LIMITS } from '@airloom/contract/web-shell/web-shell.limits';
import type { ContentType } from './content-type.ts';
import { cleanImage } from './images/clean-image.ts';

interface FileKindRow {
  readonly maxBytes: number;
  /** Null when any type is accepted, because the file is only ever downloaded. */
  readonly types: readonly ContentType[] | null;
  /** The content type it is served as; null for the detected one. */
  readonly servedAs: ContentType | null;
  /** Public for anyone who knows the address, such as the guests of a portal page. */
  readonly shownPublicly: boolean;
  /** Visible only to the person who created it, whatever others of the account may see. */
  readonly ownersOnly: boolean;
  /** Deleted after this long; null when it is kept until it is deleted. */
  readonly keptMs: number | null;
  /** The permission to upload one; null for what only the server creates. */
  readonly grant: GuardGrant | null;
  /** The permission to download one; null when belonging to the account is enough. */
  readonly readGrant: GuardGrant | null;
  /** What is stored instead of the received bytes; null when they are not accepted. Reads the whole file. */
  readonly clean?: (bytes: Buffer) => Buffer | null;
}

export const FILE_KINDS = {
  image: {
    maxBytes: LIMITS.upload.maxBytes,
    types: ['image/jpeg', 'image/png'],
    servedAs: null,
    shownPublicly: true,
    ownersOnly: false,
    keptMs: null,
    grant: 'site_manage:operate',
    readGrant: null,
  },
  attachment: {
    maxBytes: ADVICE_LIMITS.attachmentMaxBytes,
    types: null,
    servedAs: null,
    shownPublicly: false,
    ownersOnly: false,
    keptMs: null,
    grant: 'site_manage:operate',
    readGrant: null,
  },
  firmware: {
    maxBytes: LIMITS.upload.firmwareMaxBytes,
    types: null,
    servedAs: 'application/octet-stream',
    shownPublicly: false,
    ownersOnly: false,
    keptMs: null,
    grant: 'device_manage:operate',
    readGrant: null,
  },
  /** A packet capture; the device uploads it. */
  capture: {
    maxBytes: COMMAND_LIMITS.captureMaxBytes,
    types: ['application/vnd.tcpdump.pcap', 'application/x-pcapng'],
    servedAs: null,
    shownPublicly: false,
    ownersOnly: false,
    keptMs: null,
    grant: null,
    readGrant: 'device_manage',
  },
  /** A photo of a device or its thumbnail. Readable by people who see the device. */
  devicePhoto: {
    maxBytes: PHOTO_LIMITS.maxBytes,
    types: ['image/jpeg', 'image/png', 'image/webp'],
    servedAs: null,
    shownPublicly: false,
    ownersOnly: false,
    keptMs: null,
    grant: 'device_manage:operate',
    readGrant: 'device_manage',
    clean: (bytes) => cleanImage(bytes)?.bytes ?? null,
  },
  /** Recording of a shell session in the format asciicast. Readable by administrators of the account. */
  shellRecording: {
    maxBytes: SHELL_LIMITS.recordingMaxBytes + 65_536,
    types: null,
    servedAs: 'application/octet-stream',
    shownPublicly: false,
    ownersOnly: false,
    keptMs: null,
    grant: null,
    readGrant: 'account_manage:operate',
  },
  deviceImport: {
    maxBytes: LIMITS.sheet.importMaxBytes,
    types: null,
    servedAs: 'application/octet-stream',
    shownPublicly: false,
    ownersOnly: true,
    keptMs: LIMITS.sheet.keptMs,
    grant: 'device_manage:operate',
    readGrant: null,
  },
  exportedCsv: {
    maxBytes: LIMITS.sheet.exportMaxBytes,
    types: null,
    servedAs: 'text/csv',
    shownPublicly: false,
    ownersOnly: true,
    keptMs: LIMITS.sheet.keptMs,
    grant: null,
    readGrant: null,
  },
  exportedXlsx: {
    maxBytes: LIMITS.sheet.exportMaxBytes,
    types: null,
    servedAs: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    shownPublicly: false,
    ownersOnly: true,
    keptMs: LIMITS.sheet.keptMs,
    grant: null,
    readGrant: null,
  },
  exportedPdf: {
    maxBytes: LIMITS.sheet.exportMaxBytes,
    types: ['application/pdf'],
    servedAs: null,
    shownPublicly: false,
    ownersOnly: true,
    keptMs: LIMITS.sheet.keptMs,
    grant: null,
    readGrant: null,
  },
} as const satisfies Record<string, FileKindRow>;

export type FileKind = keyof typeof FILE_KINDS;

export function fileKind(kind: FileKind): FileKindRow {
  return FILE_KINDS[kind];
}

export function isFileKind(text: unknown): text is FileKind {
  return typeof text === 'string' && Object.hasOwn(FILE_KINDS, text);
}

/** Kinds of files that exports make. */
export const EXPORT_KINDS = [
  'exportedCsv',
  'exportedXlsx',
  'exportedPdf',
] as const satisfies readonly FileKind[];
export type ExportKind = (typeof EXPORT_KINDS)[number];

export function isExport(kind: FileKind): kind is ExportKind {
  return EXPORT_KINDS.some((one) => one === kind);
}
