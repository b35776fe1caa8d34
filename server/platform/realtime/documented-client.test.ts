/** Checks that the client shown in docs/realtime.md works as printed, apart from its host and ports. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Echo from 'laravel-echo'
import pusherJs from 'pusher-js'
import { expect, it } from 'vitest'
import * as events from '#contract/events.ts'
import { contractEndpoints, pathOf } from '#tests/kit/endpoints.ts'
import { liveForSuite } from '#tests/kit/live-suite.ts'
import { describeShop } from '#tests/kit/shop.ts'

const PAGE = join(import.meta.dirname, '../../../docs/realtime.md')

interface Item {
  id: number
}

describeShop('the documented client', (shop) => {
  const live = liveForSuite(shop)

  it('receives a cart item', async () => {
    const [person, product] = [await shop.customer(), await shop.product()]
    const { token } = person
    const code = (await snippet()).replace(/6001|3000/g, (port) =>
      String(port === '3000' ? live.port : live.realtimePort),
    )
    const run = new Function('Echo', 'Pusher', 'access_token', 'user', 'onItem', code)

    const client = await new Promise<Item>((resolve, reject) => {
      const made: Echo<'pusher'> = run(Echo, pusherJs, token, person, (item: Item) => {
        made.disconnect()
        resolve(item)
      })
      made
        .private(`user.${person.id}`)
        .subscribed(
          () => void shop.call('POST', '/api/user/cart', { token, body: { cart: product } }),
        )
      made.private(`user.${person.id}`).error(reject)
    })

    expect(client.id).toBe(product)
  })

  it('reaches every call by the paths that the documents tell a proxy to forward', async () => {
    const page = await readFile(PAGE, 'utf8')
    const forwarded = [...page.matchAll(/^\| `(\/\w+)` \|/gm)].map(([, path]) => path)
    const wanted = (await contractEndpoints())
      .filter(({ tag }) => !['Operations', 'Page', 'Search engines'].includes(tag))
      .map((endpoint) => `/${pathOf(endpoint).split('/')[1]}`)

    expect(forwarded.sort()).toEqual([...new Set([...wanted, '/media', '/app'])].sort())
  })
})

it('hears every event of the contract where the page says, and no other', async () => {
  const page = await readFile(PAGE, 'utf8')
  const rows = page.matchAll(/^\| (`private-.*`) \| `([a-z-]+)` \|/gm)
  const documented = [...rows].map(([, channels, name]) => `${name} on ${channels}`)

  const declared = Object.values(events).flatMap((event) => {
    if (typeof event !== 'object') return []
    const channels = event.channels(7).map((name) => `\`${name.replace('7', '{id}')}\``)
    return [`${event.name} on ${channels.join(', ')}`]
  })
  expect(documented.sort()).toEqual(declared.sort())
})

/** The first script on the page, without its imports, as a function body that returns its client. */
async function snippet(): Promise<string> {
  const page = await readFile(PAGE, 'utf8')
  const script = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  return `${script.replace(/^import .*$/gm, '')}\nreturn echo`
}
