import { expect, it } from 'vitest'
import { addressKey } from './address-key.ts'

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['1::2:3:4:5:6:7', '1:0:2:3'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0'],
  ['x::ffff:203.0.113.9', 'x::ffff:203.0.113.9'],
  ['no address', 'no address'],
])('counts %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})
