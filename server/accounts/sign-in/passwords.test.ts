import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

it('distinguishes a password from another, and matches none without a hash', async () => {
  const stored = await hashPassword('correct horse')

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword(stored, 'correct horse')).toBe(true)
  expect(await verifyPassword(stored, 'Correct horse')).toBe(false)
  expect(await verifyPassword(null, 'correct horse')).toBe(false)
})

it('refuses new passwords beyond their own queue while every sign-in is checked', async () => {
  const chosen = Array.from({ length: 55 }, () => hashPassword('a new password'))
  const checks = Array.from({ length: 20 }, () => verifyPassword(null, 'guess'))

  const outcomes = await Promise.allSettled(chosen)

  expect(await Promise.all(checks)).toEqual(Array(20).fill(false))
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4)
})
