/** Helpers for the owner's stories. */
import type { APIRequestContext, Page } from '@playwright/test'
import {
  type Account,
  admin,
  anOrder,
  aProduct,
  keepSession,
  logIn,
  register,
  somebody,
} from './story.ts'

/** Signs the page in as the owner of the demo shop. */
export async function signInAsOwner(page: Page): Promise<Account> {
  const owner = await admin(page.request)
  await keepSession(page, owner.token, 'admin')
  return owner
}

/** Another customer orders one unit of a product. */
export async function orderElsewhere(request: APIRequestContext) {
  const person = somebody()
  await register(request, person)
  const account = await logIn(request, person)
  return { account, order: await anOrder(account, await aProduct(request)) }
}
