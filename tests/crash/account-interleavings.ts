/** R11: concurrent changes of accounts, their sessions and their rights. */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect } from 'vitest'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'
import { asAdmin, asks, type Flow, type Interleaving, type World } from './interleaving.ts'

const NEW_PASSWORD = 'another correct horse'
/** The longest a notification may take on a busy machine; usually it takes milliseconds. */
const SIGNAL_MS = 5_000

/** A customer with something to order. */
async function shopper({ shop }: World) {
  const person = await shop.customer()
  const product = await shop.product({ stock: 5, price: 10 })
  const orders = [{ Product: product, quantity: 1 }]
  return {
    person,
    product,
    order: asks(person, 'POST', 'user/order', { orders }),
    addToCart: asks(person, 'POST', 'user/cart', { cart: product }),
    close: asks(person, 'POST', 'auth/user/delete', { password: PASSWORD }),
    changeName: asks(person, 'PUT', 'auth/user/update', {
      username: 'Somebody personal',
      email: person.email,
      phone: '+971 50 123 4567',
      country: null,
      city: null,
    }),
    logout: asks(person, 'POST', 'auth/logout'),
  }
}

/** What is left of an account, and what its token still gives access to. */
async function remains({ shop }: World, { id, token }: Person): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select concat(case when deleted_at is null then 'open' else 'closed' end,
      ', orders ', (select count(*) from orders where user_id = app_user.id),
      ', personal ', (select count(*) from cart_item where user_id = app_user.id)
        + (select count(*) from session where user_id = app_user.id)
        + (select count(*) from password_reset where user_id = app_user.id)
        + case when deleted_at is not null and (picture_key is not null or phone is not null
          or email not like '%@account.invalid') then 1 else 0 end) as text
    from app_user where id = ${id}`.execute(shop.db.run)
  return `${rows[0]?.text}, then ${await statusOf(shop, token)}`
}

/** Another process receives the end of a session by a notification, shortly after the commit. */
async function statusOf(shop: Shop, token: string): Promise<number> {
  for (const deadline = Date.now() + SIGNAL_MS; ; await pause(10)) {
    const { status } = await shop.call('GET', '/api/user', { token })
    if (status === 401 || Date.now() > deadline) return status
  }
}

/** A customer with a pending change of e-mail, who may also request a password link. */
async function changing(world: World) {
  const { shop } = world
  await deliverMails(shop)
  const person = await shop.customer()
  const email = `new.${person.email}`
  const change = { username: person.username, email, phone: null, country: null, city: null }
  const ask = () => askForLink(shop, person.email)
  await shop.call('PUT', '/api/auth/user/update', { token: person.token, body: change })
  const confirmation = (await deliverMails(shop)).find(({ to }) => to === email)
  const changed = asks({ token: '' }, 'POST', 'auth/email/confirm', {
    token: tokenIn(confirmation),
  })
  const reset = (token: string): Flow =>
    asks({ token: '' }, 'POST', 'auth/password/reset', {
      token,
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
    })
  /** The account's current address, and the passwords that work. */
  const end = async () => {
    const { rows } = await sql<{ email: string }>`
      select email from app_user where id = ${person.id}`.execute(shop.db.run)
    const now = rows[0]?.email ?? ''
    const opens = async (password: string) =>
      (await shop.call('POST', '/api/auth/login', { body: { email: now, password } })).status
    const passwords = [await opens(PASSWORD), await opens(NEW_PASSWORD)]
    return `${now === email ? 'new' : 'old'} address, old password ${passwords[0]}, new ${passwords[1]}`
  }
  return { person, changed, ask, reset, email, end }
}

export const ACCOUNT_INTERLEAVINGS: Interleaving[] = [
  {
    name: 'an admin is demoted in the middle of a call',
    begin: async (world) => {
      const { product } = await shopper(world)
      const admin = await world.shop.admin()
      const dismiss: Flow = async () =>
        sql`update app_user set account_type = 'customer' where id = ${admin.id}`.execute(
          world.shop.db.run,
        )
      const path = `products/${product}/stock`
      return {
        stopped: asAdmin({ ...world, admin }, 'POST', path, { change: 5 }),
        meanwhile: dismiss,
        async end() {
          const again = await world.shop.call('POST', `/api/admin/${path}`, {
            token: admin.token,
            body: { change: 5 },
          })
          return `left ${await world.shop.available(product)}, then ${again.status}`
        },
      }
    },
    ends: /^left (5|10), then 403$/,
  },
  {
    name: 'the account is closed while its order is placed',
    begin: async (world) => {
      const { person, order, close } = await shopper(world)
      return { stopped: order, meanwhile: close, end: () => remains(world, person) }
    },
    ends: /^closed, orders [01], personal 0, then 401$/,
  },
  {
    name: 'an order is placed while its account is closed',
    begin: async (world) => {
      const { person, order, close } = await shopper(world)
      return { stopped: close, meanwhile: order, end: () => remains(world, person) }
    },
    ends: /^closed, orders [01], personal 0, then 401$/,
  },
  {
    name: 'the account is closed while a product is added to its cart',
    begin: async (world) => {
      const { person, addToCart, close } = await shopper(world)
      return { stopped: addToCart, meanwhile: close, end: () => remains(world, person) }
    },
    ends: /^closed, orders 0, personal 0, then 401$/,
  },
  {
    name: 'a product is added to the cart while its account is closed',
    begin: async (world) => {
      const { person, addToCart, close } = await shopper(world)
      return { stopped: close, meanwhile: addToCart, end: () => remains(world, person) }
    },
    ends: /^closed, orders 0, personal 0, then 401$/,
  },
  {
    name: 'the session ends while its order is placed',
    begin: async (world) => {
      const { person, order, logout } = await shopper(world)
      return { stopped: order, meanwhile: logout, end: () => remains(world, person) }
    },
    ends: /^open, orders [01], personal [01], then 401$/,
  },
  {
    name: 'the picture is replaced while its account is closed',
    begin: async (world) => {
      const { person, close } = await shopper(world)
      const upload = await uploads(person)
      return { stopped: close, meanwhile: upload, end: () => remains(world, person) }
    },
    ends: /^closed, orders 0, personal 0, then 401$/,
  },
  {
    name: 'the account is closed while its picture is replaced',
    begin: async (world) => {
      const { person, close } = await shopper(world)
      const upload = await uploads(person)
      return { stopped: upload, meanwhile: close, end: () => remains(world, person) }
    },
    ends: /^closed, orders 0, personal 0, then 401$/,
  },
  {
    name: 'the profile is changed while its account is closed',
    begin: async (world) => {
      const { person, close, changeName } = await shopper(world)
      return { stopped: close, meanwhile: changeName, end: () => remains(world, person) }
    },
    ends: /^closed, orders 0, personal 0, then 401$/,
  },
  {
    name: 'the account is closed while its profile is changed',
    begin: async (world) => {
      const { person, close, changeName } = await shopper(world)
      return { stopped: changeName, meanwhile: close, end: () => remains(world, person) }
    },
    ends: /^closed, orders 0, personal 0, then 401$/,
  },
  {
    name: 'a link to set a password is used while the e-mail changes',
    begin: async (world) => {
      const { changed, ask, reset, end } = await changing(world)
      await ask()
      const [link] = await deliverMails(world.shop)
      return { stopped: changed, meanwhile: reset(tokenIn(link)), end }
    },
    // Either the change came first and voided the link, or the link came first and ended the
    // change.
    ends: /^(new address, old password 200, new 401|old address, old password 401, new 200)$/,
  },
  {
    name: 'the e-mail changes while a link to set a password is used',
    begin: async (world) => {
      const { changed, ask, reset, end } = await changing(world)
      await ask()
      const [link] = await deliverMails(world.shop)
      return { stopped: reset(tokenIn(link)), meanwhile: changed, end }
    },
    ends: /^(new address, old password 200, new 401|old address, old password 401, new 200)$/,
  },
  {
    name: 'a thief with a token sets a password while the owner does so by a mailed link',
    begin: async (world) => {
      const { person, ask, end } = await changing(world)
      await ask()
      const [link] = await deliverMails(world.shop)
      const steal = asks(person, 'PUT', 'auth/user/update', {
        username: person.username,
        email: person.email,
        password: 'the password of a thief',
      })
      let isSet = false
      const meanwhile: Flow = async ({ shop }) => {
        const { status } = await shop.call('POST', '/api/auth/password/reset', {
          body: {
            token: tokenIn(link),
            password: NEW_PASSWORD,
            password_confirmation: NEW_PASSWORD,
          },
        })
        expect(status).toBeLessThan(500)
        isSet = status === 200
      }
      return {
        stopped: steal,
        meanwhile,
        end: async () => `${isSet ? 'set' : 'void'}, ${await end()}`,
      }
    },
    // The thief's change voids the link, or the link ends the thief's session; the answer stays
    // true.
    ends: /^(set, old address, old password 401, new 200|void, old address, old password 401, new 401)$/,
  },
  {
    name: 'a thief sets a password while the owner takes the e-mail back',
    begin: async (world) => {
      const { undo, reset, end } = await stolen(world)
      return { stopped: undo, meanwhile: reset, end }
    },
    // A password set by a link to the new address proves access to that mailbox: nothing is undone.
    ends: /^(old address, old password 401, new 401|new address, old password 401, new 200)$/,
  },
  {
    name: 'the owner takes the e-mail back while a thief sets a password',
    begin: async (world) => {
      const { undo, reset, end } = await stolen(world)
      return { stopped: reset, meanwhile: undo, end }
    },
    ends: /^(old address, old password 401, new 401|new address, old password 401, new 200)$/,
  },
]

/** A thief changed the e-mail and has a link to it; the owner has a link to undo the change. */
async function stolen(world: World) {
  const { shop } = world
  const { changed, email, reset, end } = await changing(world)
  await changed({ shop, payments: world.stripe.payments(), orders: world.stripe.orders() })
  const notice = (await deliverMails(shop)).at(-1)
  await askForLink(shop, email)
  const [link] = await deliverMails(shop)
  const undo = asks({ token: '' }, 'POST', 'auth/email/undo', { token: tokenIn(notice) })
  return { undo, reset: reset(tokenIn(link)), end }
}

/** Uses a new address each time: together the scenes exceed the limit per address. */
function askForLink(shop: Shop, email: string) {
  const address = `127.9.${randomInt(256)}.${randomInt(256)}`
  return shop.call('POST', '/api/auth/password/email', { body: { email }, address })
}

async function uploads({ token }: Person): Promise<Flow> {
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
  const { payload, headers } = multipart('image', await picture.png().toBuffer())
  return ({ shop }) => shop.call('POST', '/api/auth/upload_images', { token, payload, headers })
}
