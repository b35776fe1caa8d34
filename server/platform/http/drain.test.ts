import { expect, it } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'

describeShop('an application that never had a port', (shop) => {
  it('leaves no timer behind when it is closed', async () => {
    const before = timers()
    const app = await shop.anotherApp()

    await app.close()

    expect(timers()).toBeLessThanOrEqual(before)
  })
})

/** @returns the number of timers keeping the process alive. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length
}
