/** Posts to URLs entered by staff, but never to a blocked IP address, such as one in this computer's network. */
import http from 'node:http'
import https from 'node:https'
import { BlockList, connect, isIP, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls } from 'node:tls'

const TIMEOUT_MS = 10_000

/**
 * IP addresses outside the public internet, according to IANA's registries, including IPv4 addresses embedded in IPv6.
 */
export const NOT_PUBLIC = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Without ::ffff:0:0/96, which is all of IPv4: the ranges above cover its addresses.
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/32',
  '100::/8',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]) {
  const [net = '', bits] = range.split('/')
  NOT_PUBLIC.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4')
}

/** Blocks every IP address. */
export const ALL = new BlockList()
ALL.addSubnet('::', 0, 'ipv6')

export interface Message {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/**
 * Posts a message. The IP address is checked against `blocked` when connecting, after the host name is resolved, and
 * redirects are not followed.
 * @returns the status of the response.
 * @throws Error if the IP address is blocked or there is no response.
 */
export async function postMessage(
  { url, headers, body }: Message,
  blocked: BlockList,
): Promise<number> {
  const target = new URL(url)
  const isSecure = target.protocol === 'https:'
  const { request } = isSecure ? https : http
  // The host name by which a server chooses among its certificates; TLS does not allow an IP address here.
  const named = isIP(target.hostname.replace(/^\[|\]$/g, '')) ? {} : { servername: target.hostname }
  return new Promise((resolve, reject) => {
    const sent = request(
      target,
      {
        method: 'POST',
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        createConnection(options) {
          const to = { ...options, blockList: blocked } as TcpNetConnectOpts
          // Only `net.connect` checks the block list, so TLS runs over a connection that `net.connect` opened.
          return isSecure ? connectTls({ ...to, ...named, socket: connect(to) }) : connect(to)
        },
      },
      (reply) => {
        resolve(reply.statusCode ?? 0)
        // The response body is ignored.
        reply.destroy()
      },
    )
    sent.on('error', reject)
    // A connection can end without a response and without an error event, such as after a protocol switch.
    sent.on('close', () => reject(Object.assign(new Error('no answer'), { code: 'ECONNRESET' })))
    sent.end(body)
  })
}
