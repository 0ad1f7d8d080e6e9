import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Records of a zone by name and type; what is not there does not exist. `SERVFAIL` in place of records is that answer. */
export type Zone = Record<string, Partial<Record<'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR', readonly string[] | 'SERVFAIL'>>>;

const types: Record<number, 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR'> = {
  1: 'A',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
};

/** A DNS server (RFC 1035) on a free port of this machine that answers from a zone. */
export async function startScriptedDns(zone: Zone) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => socket.send(answer(query, zone), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, close: () => socket.close() };
}

function answer(query: Buffer, zone: Zone): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (; query[at] !== 0; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  const question = query.subarray(12, at + 5);
  const number = query.readUInt16BE(at + 1);
  const type = types[number];
  const known = zone[labels.join('.').toLowerCase()];
  const records = type && known?.[type];
  const failed = records === 'SERVFAIL';
  const values = failed ? [] : (records ?? []);
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 + (failed ? 2 : known === undefined ? 3 : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(values.length, 6);
  const answers = values.map((value) => {
    const data = dataOf(type!, value);
    const head = Buffer.alloc(12);
    head.writeUInt16BE(0xc00c, 0);
    head.writeUInt16BE(number, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt32BE(60, 6);
    head.writeUInt16BE(data.length, 10);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([header, question, ...answers]);
}

function dataOf(type: string, value: string): Buffer {
  switch (type) {
    case 'A':
      return Buffer.from(value.split('.').map(Number));
    case 'AAAA':
      return Buffer.from(
        value
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      );
    case 'TXT':
      return Buffer.concat(
        (value.match(/[\s\S]{1,255}/g) ?? ['']).map((piece) =>
          Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, 'latin1')]),
        ),
      );
    case 'MX': {
      const [preference, host] = value.split(' ');
      const number = Buffer.alloc(2);
      number.writeUInt16BE(Number(preference));
      return Buffer.concat([number, nameOf(host!)]);
    }
    default:
      return nameOf(value);
  }
}

function nameOf(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}
