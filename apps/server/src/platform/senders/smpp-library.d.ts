/** The part of the SMPP library that is used here and in its tests; it ships no declarations of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  export interface Pdu {
    readonly command: string;
    readonly command_status: number;
    readonly sequence_number: number;
    response(options?: Readonly<Record<string, unknown>>): Pdu;
  }

  export interface BindPdu extends Pdu {
    readonly system_id: string;
    readonly password: string;
  }

  export interface SubmitPdu extends Pdu {
    readonly source_addr_ton: number;
    readonly source_addr_npi: number;
    readonly source_addr: string;
    readonly dest_addr_ton: number;
    readonly dest_addr_npi: number;
    readonly destination_addr: string;
    readonly esm_class: number;
    readonly data_coding: number;
    readonly short_message: { readonly message: string; readonly udh?: readonly Buffer[] };
  }

  export type Fields = Readonly<Record<string, string | number | Buffer>>;
  type OnResponse = (pdu: Pdu) => void;

  export interface Session extends EventEmitter {
    readonly socket: Socket;
    /** Each command returns whether it could be written. */
    bind_transmitter(fields: Fields, onResponse: OnResponse): boolean;
    submit_sm(fields: Fields, onResponse: OnResponse): boolean;
    unbind(onResponse: OnResponse): boolean;
    send(pdu: Pdu): boolean;
    close(): void;
    destroy(): void;
    on(event: 'connect' | 'secureConnect' | 'close', listener: () => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'bind_transmitter', listener: (pdu: BindPdu) => void): this;
    on(event: 'submit_sm', listener: (pdu: SubmitPdu) => void): this;
    on(event: 'unbind' | 'pdu', listener: (pdu: Pdu) => void): this;
  }

  export interface Server extends NetServer {
    readonly sessions: readonly Session[];
  }

  interface ConnectOptions {
    readonly host: string;
    readonly port: number;
    readonly tls: boolean;
  }

  interface Encoding {
    match(text: string): boolean;
    encode(text: string): Buffer;
  }

  const smpp: {
    connect(options: ConnectOptions): Session;
    createServer(onSession: (session: Session) => void): Server;
    readonly encodings: { readonly ASCII: Encoding };
    readonly ESME_RBINDFAIL: number;
    readonly ESME_RTHROTTLED: number;
  };
  export default smpp;
}
