import * as contract from '#contract/admin.ts'
import type { Api } from '../platform/http/api.ts'
import { readUpload } from '../platform/http/read-upload.ts'
import { sortedRowsRoutes } from '../sorted-lists/sorted-rows.routes.ts'
import type { Categories } from './categories.ts'
import type { LegalPages } from './legal-pages.ts'
import type { ManageStorefront } from './manage-storefront.ts'
import type { ShopDetailsBook } from './shop-details.ts'
import type { ShopRulesBook } from './shop-rules.ts'

export interface Books {
  storefront: ManageStorefront
  details: ShopDetailsBook
  legal: LegalPages
  rules: ShopRulesBook
  categories: Categories
}

export function shopAdminRoutes(
  api: Api,
  { storefront, details, legal, rules, categories }: Books,
): void {
  const { slides, partners, uploadPicture } = storefront

  api.route(contract.getShopDetails, () => details.find())

  api.route(contract.replaceShopDetails, ({ caller, body }) => details.replace(caller, body))

  api.route(contract.getShopRules, () => rules.find())

  api.route(contract.replaceShopRules, ({ caller, body }) => rules.replace(caller, body))

  api.route(contract.listLegalPages, async () => ({ pages: await legal.all() }))

  api.data(contract.replaceLegalPage, ({ caller, params, body }) =>
    legal.replace(caller, params.page, body),
  )

  api.route(contract.listAdminCategories, async () => ({ categories: await categories.all() }))

  api.data(contract.editCategory, ({ caller, params, body }) =>
    categories.edit(caller, params.category, body),
  )

  api.route(contract.uploadStorefrontPicture, async ({ request }) =>
    uploadPicture(await readUpload(request, 'image')),
  )

  sortedRowsRoutes(api, 'Slide', contract.SLIDE_CALLS, slides)

  sortedRowsRoutes(api, 'Partner', contract.PARTNER_CALLS, partners)
}
