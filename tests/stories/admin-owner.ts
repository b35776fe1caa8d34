import type { APIRequestContext, Page } from '@playwright/test'
import type { AdminProduct } from '#contract/admin.ts'
import type { AttributeValueInput } from '#contract/attributes.ts'
import type { Category } from '#contract/locale.ts'
import type { Role } from '#contract/roles.ts'
import { linkTo } from './mailbox.ts'
import {
  type Account,
  admin,
  anAccount,
  anOrder,
  aProduct,
  expect,
  keepSession,
  logIn,
  type Move,
  moveOrder,
  somebody,
} from './story.ts'

export async function signInAsOwner(page: Page): Promise<Account> {
  const owner = await admin(page.request)
  await keepSession(page, owner.token, 'admin')
  return owner
}

/** Signs the page in as an invited staff member with this role. */
export async function signInAsStaff(page: Page, role: Role): Promise<Account> {
  const { request } = page
  const member = somebody()
  const { email, username: name, password } = member
  const owner = await admin(request)
  await owner.call('POST', '/api/auth/password/confirm', { current_password: owner.password })
  await owner.call('POST', '/api/admin/staff', { name, email, role, is_active: true })
  const [, token] = (await linkTo(request, email, '/password/reset')).split('#')
  const data = { token, password, password_confirmation: password }
  await expect(await request.post('/api/auth/password/reset', { data })).toBeOK()
  const account = await logIn(request, member)
  await keepSession(page, account.token, 'admin')
  return account
}

/** Orders one unit of a product as another customer, then makes these moves. */
export async function orderElsewhere(request: APIRequestContext, moves: readonly Move[] = []) {
  const account = await anAccount(request)
  const order = await anOrder(account, await aProduct(request))
  await moveOrder(request, account, order, moves)
  return { account, order }
}

interface Fields {
  name: string
  category?: Category
  price?: number
  stock?: number
  attributes?: AttributeValueInput[]
}

/** Creates a product; its Arabic name defaults to the English one. */
export async function createProduct(owner: Account, fields: Fields): Promise<AdminProduct> {
  const { data } = await owner.call<{ data: AdminProduct }>('POST', '/api/admin/products', {
    name_ar: fields.name,
    description: 'Good',
    description_ar: 'جيد',
    seller: 'Barq',
    category: 'Phones',
    price: 20,
    stock: 5,
    ...fields,
  })
  return data
}
