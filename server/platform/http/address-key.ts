import { isIPv6 } from 'node:net'

/** Matches an IPv4-mapped IPv6 address, as formatted by the URL parser. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/

/**
 * The key for counting attempts from an IP address. For IPv6, it is the first 64 bits, because a single household or
 * machine usually has a whole /64.
 */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address
  // The URL parser normalizes every spelling of an address to the shortest one.
  const shortest = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1)
  const mapped = MAPPED.exec(shortest)
  if (mapped) return mapped.slice(1).flatMap(bytesOf).join('.')
  const [head = '', tail = ''] = shortest.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}

function bytesOf(group: string): [high: number, low: number] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
