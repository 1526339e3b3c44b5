import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { HttpServer } from '../../platform/http/server.ts';
import { refuseUnknown } from '../../platform/http/unknown-call.ts';

const DIST = join(import.meta.dirname, '../../../../web/dist');

/** Files with a hash in their name. */
const ASSETS = 'assets';

/** Scripts only from this origin; the component library writes inline styles. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

/** The built web application; any path that is not a file returns its page. */
export async function mountWeb(app: HttpServer, dist: string = DIST): Promise<void> {
  if (existsSync(join(dist, 'index.html'))) {
    const files = { preCompressed: true, index: false } as const;
    await app.register(fastifyStatic, {
      ...files,
      root: dist,
      wildcard: false,
      globIgnore: [`${ASSETS}/**`],
      setHeaders: (reply, path) => {
        reply.header('cache-control', 'no-cache');
        // The page gets its policy at every path.
        if (/\.html(\.br|\.gz)?$/.test(path)) {
          reply.header('content-security-policy', CONTENT_POLICY);
          reply.header('x-frame-options', 'DENY');
        }
      },
    });
    // One route for hundreds of files: a route for each took a tenth of the time in which the console starts.
    await app.register(fastifyStatic, {
      ...files,
      root: join(dist, ASSETS),
      prefix: `/${ASSETS}/`,
      decorateReply: false,
      setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const page =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !/\.[a-z0-9]+$/i.test(request.url.split('?', 1)[0] ?? '') &&
      'sendFile' in reply;
    return page ? reply.sendFile('index.html') : refuseUnknown(request, reply);
  });
}
