import { isIPv6 } from 'node:net'

/** What attempts are counted by: one household or machine usually has a whole /64 of IPv6. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!isIPv6(plain)) return plain
  // The URL parser writes every spelling of an address in the one shortest form.
  const [head = '', tail = ''] = new URL(`http://[${plain.split('%')[0]}]`).hostname
    .slice(1, -1)
    .split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
