/** 7.1.4, which access points ship, or 9.x with its protocol 5. */
export type Dialect = 'legacy' | 'modern';

/** One terminal within a connection: a number up to 255 in the legacy dialect, 32 characters in the modern one. */
export type SessionId = string;

export interface Registration {
  readonly dialect: Dialect;
  readonly id: string;
  readonly description: string;
  readonly token: string;
  /** Sent by the modern dialect only. */
  readonly heartbeatSeconds: number | null;
  readonly group: string | null;
}

interface TerminalData {
  readonly type: 'data';
  readonly session: SessionId;
  readonly data: Buffer;
}

interface Logout {
  readonly type: 'logout';
  readonly session: SessionId;
}

interface Heartbeat {
  readonly type: 'heartbeat';
}

/** Commands and files are passed through. */
interface Opaque {
  readonly type: 'command' | 'file';
  readonly payload: Buffer;
}

/** TCP connection through the device, an extension; see docs/device-extension.md. */
export type TunnelEvent =
  /** From the server. */
  | { readonly kind: 'open'; readonly address: string; readonly port: number }
  /** From the device: the connection is established. */
  | { readonly kind: 'opened' }
  | { readonly kind: 'data'; readonly data: Buffer }
  /** Bytes of the other side that were passed on. */
  | { readonly kind: 'ack'; readonly bytes: number }
  | { readonly kind: 'close' };

interface Tunnel {
  readonly type: 'tunnel';
  readonly connection: Buffer;
  readonly event: TunnelEvent;
}

/** Bytes of a tunnel that may be sent before they are acknowledged, in each direction. */
export const TUNNEL_WINDOW_BYTES = 256 * 1024;

export type DeviceMessage =
  | { readonly type: 'register'; readonly registration: Registration }
  /** Code 0: the terminal is open. */
  | { readonly type: 'login'; readonly session: SessionId; readonly code: number }
  /** Empty data ends this connection to the web page of the device. */
  | { readonly type: 'http'; readonly connection: Buffer; readonly data: Buffer }
  | Tunnel
  | TerminalData
  | Logout
  | Heartbeat
  | Opaque;

export type ServerMessage =
  | { readonly type: 'registered'; readonly code: number; readonly message: string }
  /** Null in the legacy dialect: the device chooses the session. */
  | { readonly type: 'login'; readonly session: SessionId | null }
  | {
      readonly type: 'windowSize';
      readonly session: SessionId;
      readonly columns: number;
      readonly rows: number;
    }
  /** The modern dialect stops after 4,096 unacknowledged bytes. */
  | { readonly type: 'ack'; readonly session: SessionId; readonly bytes: number }
  | {
      readonly type: 'http';
      readonly https: boolean;
      readonly connection: Buffer;
      /** Dotted. */
      readonly address: string;
      readonly port: number;
      readonly data: Buffer;
    }
  | Tunnel
  | TerminalData
  | Logout
  | Heartbeat
  | Opaque;

export const CONNECTION_BYTES = 18;
