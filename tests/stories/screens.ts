import type { Page } from '@playwright/test'
import type { AdminOrder } from '#contract/admin.ts'
import { volume } from '#tests/kit/volume.ts'
import { orderElsewhere, signInAsOwner } from './admin-owner.ts'
import {
  type Account,
  anOrder,
  aProduct,
  expectLive,
  idsOf,
  keep,
  logIn,
  moveOrder,
  products,
  signIn,
} from './story.ts'
import type { Traffic } from './traffic.ts'

/** In Arabic and Latin script, as the shop's customers write. */
const SHARJAH = {
  name: 'ليلى نور',
  phone: '050 123 4567',
  country: 'AE',
  region: 'SH',
  lines: ['شارع الملك فيصل ٣', 'Tower 2, flat 1204'],
}

export interface Screen {
  name: string
  address: string
  visitor?: boolean
  /** The API call that the screen repeats every few seconds. */
  polls?: string
  /** Whether other stories change what that call returns; the screen is then looked at with the first reply. */
  isShared?: boolean
}

export const VISITOR_SCREENS: Screen[] = [
  { name: 'sign-in', address: '/sign-in', visitor: true },
  { name: 'sign-up', address: '/sign-up', visitor: true },
  { name: 'password reset', address: '/password/reset', visitor: true },
  { name: 'new password', address: '/password/reset#token', visitor: true },
  { name: 'email link', address: '/email/confirm#token', visitor: true },
  { name: 'email undone', address: '/email/undo#token', visitor: true },
  {
    name: 'mails of the demo',
    address: '/email/demo',
    visitor: true,
    polls: 'GET /api/demo/mails',
    isShared: true,
  },
  { name: 'not found', address: '/no/such/page', visitor: true },
]

/**
 * Signs in a customer with data for every screen.
 * @returns all customer screens.
 */
export async function furnish(page: Page): Promise<{ account: Account; screens: Screen[] }> {
  const account = await signIn(page)
  // A second session, for the profile's list of devices.
  await logIn(page.request, account)
  const [one, two, three] = await products(page.request, 3)
  if (!one || !two || !three) throw new Error('The shop has too little to sell.')
  const comparable = await idsOf(page.request, 'Phones', 4)
  const pending = await anOrder(account, one)
  // The first order was placed without an address and asks for one; the second order has a copy of this address.
  await account.call('POST', '/api/user/addresses', { ...SHARJAH, note: 'Ring twice' })
  const confirmed = await anOrder(account, two)
  await moveOrder(page.request, account, confirmed, ['confirm'])
  await account.call('POST', '/api/user/cart', { cart: one.id })
  await account.call('POST', '/api/user/cart', { cart: three.id })
  await keep(page, { [`favorite-${two.id}`]: 'true' })
  return {
    account,
    screens: [
      { name: 'home', address: '/' },
      { name: 'profile', address: '/profile' },
      { name: 'cart', address: '/carts', polls: 'POST /api/user/quote' },
      { name: 'orders', address: '/orders' },
      { name: 'order', address: `/order-preview/${pending.id}` },
      { name: 'confirmed order', address: `/order-preview/${confirmed.id}` },
      { name: 'payment', address: `/payment-method/${confirmed.id}` },
      { name: 'category', address: '/product-by-categroy/Electronics' },
      { name: 'product', address: `/product/${one.id}` },
      { name: 'comparison', address: `/user/compare?ids=${comparable.join()}` },
      { name: 'search', address: '/user/product/show?category=All&search=phone' },
      { name: 'contact', address: '/contact' },
      ...volume(
        [],
        [
          { name: 'empty comparison', address: '/user/compare' },
          { name: 'nothing found', address: '/user/product/show?category=All&search=zzzzqqqq' },
        ],
      ),
    ],
  }
}

/**
 * Signs in the owner, with a new order.
 * @returns all staff screens.
 */
export async function furnishOffice(page: Page): Promise<Screen[]> {
  const { account, order } = await orderElsewhere(page.request)
  const owner = await signInAsOwner(page)
  const parcel = await aParcel(page, owner, account)
  // Hides the imports of other stories, whose reports are in the language of the staff member who ran them.
  await page.route('**/api/admin/products/imports', (route) =>
    route.fulfill({ json: { id: null } }),
  )
  const { orders } = await owner.call<{ orders: AdminOrder[] }>(
    'GET',
    '/api/admin/orders?state=refunded&limit=1',
  )
  return [
    { name: 'dashboard', address: '/admin' },
    { name: 'products', address: '/admin/products' },
    { name: 'import', address: '/admin/products/import' },
    { name: 'orders of all', address: '/admin/orders' },
    { name: 'order of a customer', address: `/admin/orders/${order.id}` },
    { name: 'packing slip', address: `/admin/parcels/${parcel}` },
    { name: 'customers', address: '/admin/customers' },
    { name: 'customer', address: `/admin/customers/${order.orderBy}` },
    { name: 'storefront', address: '/admin/window' },
    { name: 'emails', address: '/admin/emails' },
    { name: 'an email', address: '/admin/emails/paid' },
    { name: 'shipping methods', address: '/admin/delivery' },
    { name: 'coupons', address: '/admin/coupons' },
    { name: 'invoices', address: '/admin/invoices' },
    { name: 'taxes', address: '/admin/taxes' },
    { name: 'exports', address: '/admin/exports' },
    { name: 'shop details', address: '/admin/shop' },
    { name: 'categories', address: '/admin/categories' },
    { name: 'orders and stock', address: '/admin/rules' },
    { name: 'legal pages', address: '/admin/legal' },
    { name: 'staff', address: '/admin/staff' },
    { name: 'integrations', address: '/admin/integrations' },
    { name: 'brands and subcategories', address: '/admin/groups' },
    { name: 'attributes', address: '/admin/attributes' },
    { name: 'variant groups', address: '/admin/families' },
    { name: 'new variant group', address: '/admin/families/new' },
    { name: 'audit log', address: '/admin/audit' },
    { name: 'edit dialog', address: '/contact?edit=1' },
    { name: 'new product', address: '/admin/products?edit=new' },
    // These screens have only parts that the screens above have, too.
    ...volume(
      [],
      [
        { name: 'home of the owner', address: '/' },
        { name: 'search of the owner', address: '/product/show/All?category=All&search=phone' },
        { name: 'no orders', address: '/admin/orders?search=zzzzqqqq' },
        { name: 'refunded order', address: `/admin/orders/${orders[0]?.id}` },
        { name: 'customers by spend', address: '/admin/customers?sort=spend' },
        { name: 'packing slips', address: '/admin/packing-slips?state=sent' },
      ],
    ),
  ]
}

/** @returns the id of a parcel that contains a new order by the customer */
async function aParcel(page: Page, owner: Account, account: Account): Promise<number> {
  await account.call('POST', '/api/user/addresses', SHARJAH)
  const order = await anOrder(account, await aProduct(page.request))
  await moveOrder(page.request, account, order, ['confirm', 'payment'])
  const { data } = await owner.call<{ data: { id: number } }>('POST', '/api/admin/parcels', {
    orders: [order.id],
    carrier: 'Orvane Express',
    tracking_number: 'OX 1234',
  })
  return data.id
}

export async function open(page: Page, traffic: Traffic, { address, visitor }: Screen) {
  // A URL that differs only in its fragment would not reload the page.
  if (address.includes('#')) await page.goto('about:blank')
  await page.goto(address)
  // Staff screens have no footer.
  if (!address.startsWith('/admin')) await page.getByRole('contentinfo').waitFor()
  await page.getByRole('main').getByRole('heading', { level: 1 }).first().waitFor()
  // When it connects, the page fetches what it missed before.
  if (!visitor) await expectLive(page)
  await traffic.quiet()
}
