/** R11: concurrent changes to accounts, their sessions and their permissions. */
import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Mail } from '#server/emails/mailer.ts'
import { askForLink, setPassword } from '#tests/kit/accounts.ts'
import { deliverMails, tokenIn } from '#tests/kit/mails.ts'
import { multipart } from '#tests/kit/multipart.ts'
import { PASSWORD, type Person, type Shop } from '#tests/kit/shop.ts'
import {
  asAdmin,
  asks,
  type Flow,
  type Interleaving,
  pairs,
  type Side,
  type World,
} from './interleaving.ts'

const NEW_PASSWORD = 'another correct horse'
/** How long processes may take on a busy machine to learn of a session's end, in milliseconds; usually a few. */
const SIGNAL_MS = 60_000

async function shopper(world: World) {
  const { shop } = world
  const person = await shop.customer()
  const product = await shop.product({ stock: 5, price: 10 })
  const orders = [{ Product: product, quantity: 1 }]
  const flows = {
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
    upload: await uploads(person),
    logout: asks(person, 'POST', 'auth/logout'),
  }
  return { flows, end: () => remains(world, person) }
}

async function demoted(world: World) {
  const { shop } = world
  const [admin, product] = [await shop.admin(), await shop.product({ stock: 5 })]
  const path = `products/${product}/stock`
  const again = { token: admin.token, body: { change: 5 } }
  const flows = {
    restock: asAdmin({ ...world, admin }, 'POST', path, { change: 5 }),
    dismiss: () => shop.sql`update app_user set account_type = 'customer' where id = ${admin.id}`,
  }
  const end = async () => {
    const { status } = await shop.call('POST', `/api/admin/${path}`, again)
    return `left ${await shop.available(product)}, then ${status}`
  }
  return { flows, end }
}

/** Describes the account: its state, numbers of orders and rows of personal data, and the status its token gets. */
async function remains({ shop }: World, { id, token }: Person): Promise<string> {
  const rows = await shop.sql<{ text: string }>`
    select concat(case when deleted_at is null then 'open' else 'closed' end,
      ', orders ', (select count(*) from orders where user_id = app_user.id),
      ', personal ', (select count(*) from cart_item where user_id = app_user.id)
        + (select count(*) from session where user_id = app_user.id)
        + (select count(*) from password_reset where user_id = app_user.id)
        + case when deleted_at is not null and (picture_key is not null or phone is not null
          or email not like '%@account.invalid') then 1 else 0 end) as text
    from app_user where id = ${id}`
  return `${rows[0]?.text}, then ${await statusOf(shop, token)}`
}

/** Retries, because other processes learn about a session's end only shortly after the commit. */
async function statusOf(shop: Shop, token: string): Promise<number> {
  for (const deadline = Date.now() + SIGNAL_MS; ; await pause(10)) {
    const { status } = await shop.call('GET', '/api/user', { token })
    if (status === 401 || Date.now() > deadline) return status
  }
}

/** A customer with a pending email change, who may also request a password link. */
async function changing(world: World) {
  const { shop } = world
  await deliverMails(shop)
  const person = await shop.customer()
  const email = `new.${person.email}`
  const change = { username: person.username, email, phone: null, country: null, city: null }
  const ask = () => askForLink(shop, person.email, anAddress())
  await shop.call('PUT', '/api/auth/user/update', { token: person.token, body: change })
  const confirmation = (await deliverMails(shop)).find(({ to }) => to === email)
  const changed = asks({ token: '' }, 'POST', 'auth/email/confirm', {
    token: tokenIn(confirmation),
  })
  const reset = (mail: Mail | undefined) =>
    asks({ token: '' }, 'POST', 'auth/password/reset', resetBody(mail))
  const end = async () => {
    const rows = await shop.sql<{ email: string }>`
      select email from app_user where id = ${person.id}`
    const now = rows[0]?.email ?? ''
    const opens = async (password: string) =>
      (await shop.call('POST', '/api/auth/login', { body: { email: now, password } })).status
    const passwords = [await opens(PASSWORD), await opens(NEW_PASSWORD)]
    return `${now === email ? 'new' : 'old'} address, old password ${passwords[0]}, new ${passwords[1]}`
  }
  return { person, changed, ask, reset, email, end }
}

/** Like `changing`, after the customer has received a link to set a password. */
async function withLink(world: World) {
  const { person, changed, ask, reset, end } = await changing(world)
  await ask()
  const [link] = await deliverMails(world.shop)
  return { person, link, flows: { changed, reset: reset(link) }, end }
}

/**
 * A thief with the customer's token sets a password while the customer uses the link. The outcome begins with the
 * result of the customer's request: `set`, or `void` if the link was no longer valid.
 */
async function besieged(world: World) {
  const { person, link, end } = await withLink(world)
  const { username, email } = person
  const password = 'the password of a thief'
  let isSet = false
  const flows = {
    steal: asks(person, 'PUT', 'auth/user/update', { username, email, password }),
    reset: async ({ shop }: Side) => {
      const { status } = await setPassword(shop, tokenIn(link), NEW_PASSWORD)
      expect(status).toBeLessThan(500)
      isSet = status === 200
    },
  }
  return { flows, end: async () => `${isSet ? 'set' : 'void'}, ${await end()}` }
}

/** A thief changed the email and has a password link to it; the customer has a link to undo the change. */
async function stolen(world: World) {
  const { shop } = world
  const { changed, email, reset, end } = await changing(world)
  await changed({ shop, payments: world.stripe.payments(), orders: world.stripe.orders() })
  const notice = (await deliverMails(shop)).at(-1)
  await askForLink(shop, email, anAddress())
  const [link] = await deliverMails(shop)
  const undo = asks({ token: '' }, 'POST', 'auth/email/undo', { token: tokenIn(notice) })
  return { flows: { undo, reset: reset(link) }, end }
}

function resetBody(mail: Mail | undefined) {
  return { token: tokenIn(mail), password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
}

/** A random IP address per link request: all scenes together would exceed the limit for a single address. */
function anAddress(): string {
  return `127.9.${randomInt(256)}.${randomInt(256)}`
}

async function uploads({ token }: Person): Promise<Flow> {
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
  const { payload, headers } = multipart('image', await picture.png().toBuffer())
  return ({ shop }) => shop.call('POST', '/api/auth/upload_images', { token, payload, headers })
}

export const ACCOUNT_INTERLEAVINGS: Interleaving[] = [
  ...pairs(demoted, /^left (5|10), then 403$/, {
    'an admin is demoted in the middle of a call': ['restock', 'dismiss'],
  }),
  ...pairs(shopper, /^closed, orders [01], personal 0, then 401$/, {
    'the account is closed while its order is placed': ['order', 'close'],
    'an order is placed while its account is closed': ['close', 'order'],
  }),
  ...pairs(shopper, /^closed, orders 0, personal 0, then 401$/, {
    'the account is closed while a product is added to its cart': ['addToCart', 'close'],
    'a product is added to the cart while its account is closed': ['close', 'addToCart'],
    'the account is closed while its picture is replaced': ['upload', 'close'],
    'the picture is replaced while its account is closed': ['close', 'upload'],
    'the account is closed while its profile is changed': ['changeName', 'close'],
    'the profile is changed while its account is closed': ['close', 'changeName'],
  }),
  ...pairs(shopper, /^open, orders [01], personal [01], then 401$/, {
    'the session ends while its order is placed': ['order', 'logout'],
  }),
  // Either the change came first and voided the link, or the link came first and canceled the change.
  ...pairs(
    withLink,
    /^(new address, old password 200, new 401|old address, old password 401, new 200)$/,
    {
      'a link to set a password is used while the email changes': ['changed', 'reset'],
      'the email changes while a link to set a password is used': ['reset', 'changed'],
    },
  ),
  // Either the thief's change voids the link, or the link ends the thief's session.
  ...pairs(
    besieged,
    /^(set, old address, old password 401, new 200|void, old address, old password 401, new 401)$/,
    {
      'the owner sets a password by a mailed link while a thief with a token does': [
        'steal',
        'reset',
      ],
    },
  ),
  // Setting a password through a link to the new address proves access to that mailbox, so nothing is undone.
  ...pairs(
    stolen,
    /^(old address, old password 401, new 401|new address, old password 401, new 200)$/,
    {
      'a thief sets a password while the owner takes the email back': ['undo', 'reset'],
      'the owner takes the email back while a thief sets a password': ['reset', 'undo'],
    },
  ),
]
