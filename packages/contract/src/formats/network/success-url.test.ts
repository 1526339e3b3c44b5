import { testFormat } from '../testing/accept-reject.ts';
import { isSuccessUrl } from './success-url.ts';

const prefix = 'https://example.com/';
const longest = prefix + 'a'.repeat(255 - prefix.length);

testFormat('success URL', isSuccessUrl, {
  accept: ['http://example.com', 'https://example.com/welcome?lang=pl', 'http://10.0.0.1:8080/ok', longest],
  reject: [
    '',
    'example.com',
    'www.example.com/welcome',
    'ftp://example.com',
    'http://',
    'https:/example.com',
    'javascript:alert(1)',
    `${longest}a`,
    'http://a b.com',
    'http://user@example.com',
  ],
});
