import smpp from 'smpp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmppSender } from './smpp.ts';
import { SMPP_USER, type SmppStandIn, startSmpp } from './testing/smpp-stand-in.ts';

let centre: SmppStandIn;

beforeEach(async () => {
  centre = await startSmpp();
});
afterEach(async () => {
  await centre.stop();
});

function sender(
  changes: { port?: number; password?: string; from?: string; timeoutMs?: number } = {},
): SmppSender {
  const { port = centre.port, password = SMPP_USER.password, from = 'Airloom', timeoutMs = 5_000 } = changes;
  const url = `smpp://${SMPP_USER.systemId}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  return new SmppSender({ url, from, timeoutMs });
}

function sms(body: string) {
  return { channel: 'sms', target: '+48 600100200', subject: '', body } as const;
}

describe('SMPP sender', () => {
  it('sends a short message in the default alphabet', async () => {
    await sender().send(sms('246810 is your code {valid} [€5]'));
    expect(centre.submitted).toHaveLength(1);
    expect(centre.submitted[0]).toMatchObject({
      source_addr: 'Airloom',
      source_addr_ton: 5,
      source_addr_npi: 0,
      destination_addr: '48600100200',
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      data_coding: 0,
      esm_class: 0,
      short_message: { message: '246810 is your code {valid} [€5]' },
    });
  });

  it.each(['246810 是您的 Airloom 验证码', 'Twój kod: 246810, ważny 30 min 🙂'])(
    'sends %j in UCS-2',
    async (body) => {
      await sender().send(sms(body));
      expect(centre.submitted[0]).toMatchObject({ data_coding: 8, short_message: { message: body } });
    },
  );

  it('sends a long message in numbered parts of one reference', async () => {
    const body = '验证码'.repeat(60);
    await sender().send(sms(body));
    expect(centre.submitted.map((pdu) => pdu.short_message.message).join('')).toBe(body);
    expect(centre.submitted.map((pdu) => pdu.esm_class)).toEqual([0x40, 0x40, 0x40]);
    const headers = centre.submitted.map((pdu) => Buffer.concat([...(pdu.short_message.udh ?? [])]));
    const reference = headers[0]?.[2];
    expect(headers.map((header) => [...header])).toEqual(
      [1, 2, 3].map((index) => [0x00, 0x03, reference, 3, index]),
    );
  });

  it.each([
    ['+48 500100200', { source_addr: '48500100200', source_addr_ton: 1, source_addr_npi: 1 }],
    ['7245', { source_addr: '7245', source_addr_ton: 0, source_addr_npi: 1 }],
  ])('sends from the number %s', async (from, expected) => {
    await sender({ from }).send(sms('hello'));
    expect(centre.submitted[0]).toMatchObject(expected);
  });

  it('unbinds when it is done', async () => {
    await sender().send(sms('hello'));
    await centre.unbound;
  });

  it('fails when the centre refuses the message, or one part of it', async () => {
    centre.statuses.push(smpp.ESME_RTHROTTLED);
    const throttled = `submit_sm: status ${smpp.ESME_RTHROTTLED}`;
    await expect(sender().send(sms('hello'))).rejects.toThrow(throttled);
    centre.statuses.push(0, smpp.ESME_RTHROTTLED);
    await expect(sender().send(sms('x'.repeat(300)))).rejects.toThrow(throttled);
    expect(centre.submitted).toHaveLength(1);
  });

  it('fails when the centre does not know the user', async () => {
    const refused = `bind_transmitter: status ${smpp.ESME_RBINDFAIL}`;
    await expect(sender({ password: 'wrong' }).send(sms('hello'))).rejects.toThrow(refused);
    expect(centre.submitted).toHaveLength(0);
  });

  it('times out when the centre does not answer', async () => {
    centre.silence();
    await expect(sender({ timeoutMs: 50 }).send(sms('hello'))).rejects.toThrow('took too long');
  });

  it('fails when the port is closed', async () => {
    await expect(sender({ port: 9 }).send(sms('hello'))).rejects.toThrow('ECONNREFUSED');
  });
});
