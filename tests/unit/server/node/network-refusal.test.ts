import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createNetworkRefusal } from '../../../../src/server/node/pipelined-requests.ts';

/** A connection that counts how often its address is read. */
class Connection extends EventEmitter {
  destroyed = false;
  reads = 0;
  readonly #address: string | undefined;

  constructor(address: string | undefined) {
    super();
    this.#address = address;
  }

  get remoteAddress(): string | undefined {
    this.reads += 1;
    return this.#address;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function connect(...addresses: readonly (string | undefined)[]) {
  const server = new EventEmitter();
  const refuse = createNetworkRefusal(server as unknown as Server);
  const open = (address: string | undefined): Connection => {
    const connection = new Connection(address);
    server.emit('connection', connection);
    return connection;
  };
  return {
    connections: addresses.map(open),
    open,
    refuse: (connection: Connection | undefined) => refuse(connection as unknown as Socket),
  };
}

describe('createNetworkRefusal', () => {
  test('ends the connections of one network and refuses its next ones', () => {
    const { connections, open, refuse } = connect('2001:db8::1', '2001:db8::2', '192.0.2.1');

    refuse(connections[0]);

    expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
    expect(open('2001:db8::3').destroyed).toBe(true);
    expect(open('192.0.2.2').destroyed).toBe(false);
  });

  test('looks at no connection of another network: a flood from many networks would multiply that', () => {
    const { connections, refuse } = connect('2001:db8::1', '2001:db8:1::1', '192.0.2.1');
    const before = connections.slice(1).map(({ reads }) => reads);

    refuse(connections[0]);

    expect(connections.slice(1).map(({ reads }) => reads)).toEqual(before);
  });

  test('clients without an address are no network', () => {
    const { connections, open, refuse } = connect(undefined, undefined);

    refuse(connections[0]);

    expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, false]);
    expect(open(undefined).destroyed).toBe(false);
  });
});
