import { describe, expect, it } from 'vitest';
import { textAsHtml } from './html.ts';

describe('text as HTML', () => {
  it.each([
    ['<script>alert("1")</script>', '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;'],
    ["O'Brien & Söhne", 'O&#39;Brien &amp; Söhne'],
    ['one\r\ntwo', 'one<br>\ntwo'],
    [
      'https://a.example/?x=1&y=2',
      '<a href="https://a.example/?x=1&amp;y=2" rel="noreferrer">https://a.example/?x=1&amp;y=2</a>',
    ],
    [
      'https://a.example/"onmouseover="x',
      '<a href="https://a.example/&quot;onmouseover=&quot;x" rel="noreferrer">https://a.example/&quot;onmouseover=&quot;x</a>',
    ],
    ['see https://a.example', 'see https://a.example'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('%j', (text, html) => {
    expect(textAsHtml(text)).toBe(html);
  });
});
