import { expect, it } from 'vitest'
import { describeDemoShop, describeShop } from '#tests/kit/shop.ts'
import { readConfig } from '../config.ts'
import { SettingError } from '../platform/start-error.ts'
import { DEMO_CUSTOMER } from './demo-accounts.ts'
import { firstStart } from './first-start.ts'
import { progressLine } from './progress-line.ts'

describeDemoShop('the start of a demo shop', (shop) => {
  const start = (env: Record<string, string>) => firstStart(readConfig(env), shop.db)

  it('prints its accounts', async () => {
    const { demo, notes } = await start({})

    expect(demo).toBe(true)
    expect(notes.join('\n')).toContain(DEMO_CUSTOMER)
    expect(notes.join('\n')).not.toContain('filled')
  })

  it('is refused in production while the demo accounts work', async () => {
    const refused = firstStart({ ...readConfig({ DEMO: 'off' }), production: true }, shop.db)

    await expect(refused).rejects.toThrow('npm run demo:clear')
    // This error ends the process with code 78, because restarting does not help.
    await expect(refused).rejects.toBeInstanceOf(SettingError)
    expect((await start({ DEMO: 'off' })).notes.join('\n')).toContain('npm run demo:clear')
  })

  it('creates the admin, and says that one named later was ignored, but not of the one there is', async () => {
    const named = (email: string) => start({ ADMIN_EMAIL: email, ADMIN_PASSWORD: 'a long secret' })

    expect((await named('owner@shop.example')).notes).toContain(
      'An admin account was created for ADMIN_EMAIL.',
    )
    expect((await named('OWNER@shop.example')).notes.join()).not.toContain('ignored')
    expect((await named('other@shop.example')).notes).toContainEqual(
      expect.stringContaining('ADMIN_EMAIL was ignored'),
    )
    expect((await start({})).notes.join()).not.toContain('ignored')
  })
})

describeShop('the first start with DEMO=off', (shop) => {
  const start = (env: Record<string, string>) => firstStart(readConfig(env), shop.db)

  it('explains how to create an admin', async () => {
    const { demo, notes } = await start({ DEMO: 'off' })

    expect(demo).toBe(false)
    expect(notes.join('\n')).toMatch(/ADMIN_EMAIL and ADMIN_PASSWORD.*npm run admin -- /)
  })

  it('opens a shop that is not filled once it has an account', async () => {
    await start({ DEMO: 'off', ADMIN_EMAIL: 'owner@shop.example', ADMIN_PASSWORD: 'a long secret' })

    expect(await start({})).toEqual({ demo: false, notes: [] })
    expect(await shop.sql`select from product`).toEqual([])
  })
})

it('shows progress on one line of a terminal, and prints it once anywhere else', () => {
  const written = (isTTY: boolean) => {
    let text = ''
    const write = (part: string | Uint8Array) => {
      text += part
      return true
    }
    const progress = progressLine('Working', { isTTY, write })
    for (const share of [0, 0.001, 0.5, 1]) progress(share)
    return text
  }

  expect(written(true)).toBe('\rWorking 0 %\rWorking 50 %\rWorking 100 %\n')
  expect(written(false)).toBe('Working ...\n')
})
