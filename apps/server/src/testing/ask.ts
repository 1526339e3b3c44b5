import { Agent, request } from 'node:http';

export interface Asked {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true });

/** Like `fetch` at half the cost: tests make tens of thousands of requests. */
export function ask(url: URL, { method, headers, body }: Asked): Promise<Told> {
  const { promise, resolve, reject } = Promise.withResolvers<Told>();
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const asked = request(url, { agent, method, headers: { 'user-agent': 'node', ...headers, ...length } });
  asked.on('error', reject);
  asked.on('response', (response) => {
    let text = '';
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      text += part;
    });
    response.on('error', reject);
    response.on('end', () => {
      const told = new Headers();
      for (const [name, values] of Object.entries(response.headersDistinct))
        for (const value of values ?? []) told.append(name, value);
      resolve({ status: response.statusCode ?? 0, headers: told, body: text });
    });
  });
  asked.end(body);
  return promise;
}
