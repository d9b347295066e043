import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The floor under any answer from Node: what it sends was decided before. */
process.once('message', (message) => {
  const answer = Buffer.from(message as Uint8Array);
  const end = answer.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = answer.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  // Node adds these three itself.
  const headers = lines
    .filter((line) => !/^(date|connection|keep-alive):/i.test(line))
    .flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  const body = status === 304 ? null : answer.subarray(end + 4);
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
