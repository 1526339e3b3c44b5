import { Agent, request } from 'node:http';

export interface Request {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true });

/** Like `fetch` at half the cost: tests make tens of thousands of requests. */
export function ask(url: URL, { method, headers, body }: Request): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const outgoing = request(url, { agent, method, headers: { 'user-agent': 'node', ...headers, ...length } });
  outgoing.on('error', reject);
  outgoing.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      text += part;
    });
    response.on('error', reject);
    response.on('end', () => {
      const responseHeaders = new Headers();
      for (const [name, values] of Object.entries(response.headersDistinct))
        for (const value of values ?? []) responseHeaders.append(name, value);
      resolve({ status: response.statusCode ?? 0, headers: responseHeaders, body: text });
    });
  });
  outgoing.end(body);
  return promise;
}
