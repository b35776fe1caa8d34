import * as contract from '#contract/admin.ts'
import { toId } from '#contract/schema.ts'
import type { Api } from '../platform/http/api.ts'
import { readUpload } from '../platform/http/read-upload.ts'
import type { Categories } from './categories.ts'
import type { LegalPages } from './legal-pages.ts'
import type { ManageStorefront } from './manage-storefront.ts'
import type { ShopDetailsBook } from './shop-details.ts'
import type { ShopRulesBook } from './shop-rules.ts'

interface Books {
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

  api.route(contract.replaceLegalPage, async ({ caller, params, body }) => ({
    data: await legal.replace(caller, params.page, body),
  }))

  api.route(contract.listAdminCategories, async () => ({ categories: await categories.all() }))

  api.route(contract.editCategory, async ({ caller, params, body }) => ({
    data: await categories.edit(caller, params.category, body),
  }))

  api.route(contract.uploadStorefrontPicture, async ({ request }) =>
    uploadPicture(await readUpload(request, 'image')),
  )

  api.route(contract.listSlides, async () => ({ slides: await slides.all() }))

  api.route(contract.createSlide, async ({ caller, body }) => ({
    data: await slides.create(caller, body),
  }))

  api.route(contract.editSlide, async ({ caller, params, body }) => ({
    data: await slides.edit(caller, toId(params.id), body),
  }))

  api.route(contract.orderSlides, async ({ caller, body }) => ({
    slides: await slides.order(caller, body.ids),
  }))

  api.route(contract.deleteSlide, async ({ caller, params }) => {
    await slides.remove(caller, toId(params.id))
    return { message: 'Slide deleted.' }
  })

  api.route(contract.listPartners, async () => ({ partners: await partners.all() }))

  api.route(contract.createPartner, async ({ caller, body }) => ({
    data: await partners.create(caller, body),
  }))

  api.route(contract.editPartner, async ({ caller, params, body }) => ({
    data: await partners.edit(caller, toId(params.id), body),
  }))

  api.route(contract.orderPartners, async ({ caller, body }) => ({
    partners: await partners.order(caller, body.ids),
  }))

  api.route(contract.deletePartner, async ({ caller, params }) => {
    await partners.remove(caller, toId(params.id))
    return { message: 'Partner deleted.' }
  })
}
