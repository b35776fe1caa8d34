import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { createSessions } from '../accounts/sessions/sessions.ts'
import { readConfig } from '../config.ts'
import { openSignals } from '../platform/db/signals.ts'
import { SettingError } from '../platform/start-error.ts'
import { clearDemo } from './clear-demo.ts'
import { DEMO_CUSTOMER } from './demo-accounts.ts'
import { firstStart } from './first-start.ts'
import { progressLine } from './progress-line.ts'

describeShop('the first start', (shop) => {
  const start = (env: Record<string, string>) => firstStart(readConfig(env), shop.db)
  const startInProduction = () =>
    firstStart({ ...readConfig({ DEMO: 'off' }), production: true }, shop.db)

  it('of an empty shop explains how to create an admin', async () => {
    const { demo, notes } = await start({ DEMO: 'off' })

    expect(demo).toBe(false)
    expect(notes.join('\n')).toMatch(/ADMIN_EMAIL and ADMIN_PASSWORD/)
  })

  it('with demo data prints its accounts, and so does the next one', async () => {
    const first = await start({})
    const second = await start({})

    expect(first.demo).toBe(true)
    expect(first.notes[0]).toContain('filled with demo data')
    expect(first.notes.join('\n')).toContain(DEMO_CUSTOMER)
    expect(second.demo).toBe(true)
    expect(second.notes.join('\n')).toContain(DEMO_CUSTOMER)
    expect(second.notes.join('\n')).not.toContain('filled')
  })

  it('is refused in production while the demo accounts work', async () => {
    await expect(startInProduction()).rejects.toThrow('npm run demo:clear')
    // This error ends the process with code 78: a restart does not help.
    await expect(startInProduction()).rejects.toBeInstanceOf(SettingError)
    expect((await start({ DEMO: 'off' })).notes.join('\n')).toContain('npm run demo:clear')
  })

  it('creates the admin, and is no longer a demo once that is cleared', async () => {
    const admin = { ADMIN_EMAIL: 'owner@shop.example', ADMIN_PASSWORD: 'a long secret' }

    expect((await start(admin)).notes).toContain('The admin account ADMIN_EMAIL was created.')
    await clearDemo(shop.db, createSessions(shop.db, await openSignals(shop.db)))

    expect(await start({})).toEqual({ demo: false, notes: [] })
    expect(await startInProduction()).toEqual({ demo: false, notes: [] })
  })

  it('says that an admin named later was ignored, but not of the one there is', async () => {
    const named = (email: string) => start({ ADMIN_EMAIL: email, ADMIN_PASSWORD: 'a long secret' })
    await named('owner@shop.example')

    expect((await named('OWNER@shop.example')).notes.join()).not.toContain('ignored')
    expect((await named('other@shop.example')).notes).toContainEqual(
      expect.stringContaining('ADMIN_EMAIL was ignored'),
    )
    expect((await start({})).notes.join()).not.toContain('ignored')
  })
})

describeShop('the first start of a shop that was opened with DEMO=off', (shop) => {
  const start = (env: Record<string, string>) => firstStart(readConfig(env), shop.db)

  it('fills no shop that has an account', async () => {
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
