import { describe, expect, it } from 'vitest';
import { contentTypeOf } from './content-type.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

describe('content type from the bytes', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['image/jpeg', Buffer.from('ffd8ffe1', 'hex')],
    ['application/pdf', Buffer.from('%PDF-1.7\n')],
    ['application/zip', Buffer.from('504b030414000600', 'hex')],
    ['application/vnd.tcpdump.pcap', Buffer.from('d4c3b2a102000400', 'hex')],
    ['application/vnd.tcpdump.pcap', Buffer.from('a1b2c3d400020004', 'hex')],
    ['application/vnd.tcpdump.pcap', Buffer.from('4d3cb2a102000400', 'hex')],
    ['application/vnd.tcpdump.pcap', Buffer.from('a1b23c4d00020004', 'hex')],
    ['application/x-pcapng', Buffer.from('0a0d0d0a1c000000', 'hex')],
  ])('recognises %s', (type, bytes) => {
    expect(contentTypeOf(bytes)).toBe(type);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG, which runs scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['GIF', Buffer.from('GIF89a')],
    ['an image signature that comes late', Buffer.concat([Buffer.from('<b>'), png])],
    ['a PNG signature alone', png.subarray(0, 8)],
    [
      'a PNG signature before HTML',
      Buffer.concat([png.subarray(0, 8), Buffer.from('<html><script></script>')]),
    ],
    ['half a JPEG signature', Buffer.from('ffd8', 'hex')],
    ['a script', Buffer.from('#!/bin/sh\n')],
  ])('returns octet-stream for %s', (_, bytes) => {
    expect(contentTypeOf(bytes)).toBe('application/octet-stream');
  });
});
