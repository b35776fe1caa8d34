/** Which processes wait for each other. Each simulated process has its own signals. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { describeShop } from '#tests/kit/shop.ts'
import { joinPeers } from './peers.ts'
import { type OpenSignals, openSignals } from './signals.ts'

const fail = (error: unknown) => {
  throw error
}

describeShop('a process', (shop) => {
  /** @param delay runs before each message that the process sends. */
  async function join(delay = async () => {}) {
    const signals = await openSignals(shop.db)
    let isOver = false
    // Separate topics exclude the shop under test, which is a process, too.
    const apart: OpenSignals = {
      ...signals,
      on: (topic, receive) => signals.on(`apart-${topic}`, receive),
      async notify(topic, payload) {
        await delay()
        // A delayed message may be due only after the test has closed the database.
        if (!isOver) await signals.notify(`apart-${topic}`, payload)
      },
    }
    const peers = await joinPeers(apart, fail)
    onTestFinished(async () => {
      await peers.leave()
      isOver = true
      signals.close()
    })
    return { peers, signals }
  }

  it('that leaves is not registered again by what it still receives', async () => {
    const [one, other, leaving] = [await join(), await join(), await join()]
    await expect.poll(one.peers.count).toBe(2)

    await leaving.peers.leave()
    // The process that left still receives questions until its signals are closed.
    await other.peers.caughtUp()
    await one.peers.caughtUp()
    await pause(100)

    expect([one.peers.count(), other.peers.count()]).toEqual([1, 1])
    leaving.signals.close()
    await one.peers.caughtUp()
    expect(one.peers.count()).toBe(1)
  })

  it('that is always late is waited for once, and again after it answers in time', async () => {
    let delayMs = 1_300
    let sent = 0
    const one = await join()
    const late = await join(async () => {
      await pause(delayMs)
      sent++
    })
    await expect.poll(one.peers.count).toBe(1)
    const waited = async () => {
      const begun = performance.now()
      await one.peers.caughtUp()
      return performance.now() - begun
    }

    expect(await waited()).toBeGreaterThan(900)
    // Once the late process's answer has arrived, its next one is not waited for.
    const before = sent
    await expect.poll(() => sent).toBe(before + 1)
    await one.peers.caughtUp()
    expect(sent).toBe(before + 1)
    // A question from the late process does not count as a timely answer.
    await late.peers.caughtUp()

    delayMs = 50
    // Polls because answers sent with the earlier delay may still arrive.
    await expect.poll(waited).toBeGreaterThan(45)
  })
})
