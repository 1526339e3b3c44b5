import { expect, it } from 'vitest';
import { faultOf } from './delivery-fault.ts';

it.each([
  ['answered 503', 'answered', '503'],
  ['refused address 10.0.0.1', 'refused', '10.0.0.1'],
  ['webhook deleted', 'webhookDeleted', 'webhook deleted'],
  ['webhook off', 'webhookOff', 'webhook off'],
  ['timeout', 'timeout', 'timeout'],
  ['interrupted', 'interrupted', 'interrupted'],
  ['ECONNREFUSED', 'unreachable', 'ECONNREFUSED'],
  ['ENOTFOUND', 'unknownHost', 'ENOTFOUND'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['The mail server did not take the mail: EENVELOPE (550)', 'mailServer', 'EENVELOPE (550)'],
  ['The SMS gateway could not be reached: ECONNREFUSED', 'smsGateway', 'ECONNREFUSED'],
  ['The SMS gateway answered 500', 'smsGateway', '500'],
  ['The SMS centre refused submit_sm: status 11', 'smsGateway', 'status 11'],
  ['The SMS centre hung up', 'smsGateway', 'hung up'],
  ['chat refused 310000', 'chatRefused', '310000'],
  ['no mail sender configured', 'noMailSender', 'no mail sender configured'],
  ['no sms sender configured', 'noSmsSender', 'no sms sender configured'],
  ['EPROTO', 'other', 'EPROTO'],
])('parses %s', (error, is, detail) => {
  expect(faultOf(error)).toEqual({ is, detail });
});

it('returns null without an error', () => {
  expect(faultOf('')).toBeNull();
});
