import { addButton, aProduct, expect, prefer, signIn, starsOf, test, toast } from './story.ts'

test('a product is shown, liked, added to the cart, by a double click once, and rated @firefox', async ({
  page,
}) => {
  const account = await signIn(page)
  const product = await aProduct(page.request)
  await page.goto(`/product-by-categroy/${product.category}`)
  // Matches the exact name, because other names may start with it.
  await page.getByRole('link', { name: product.name, exact: true }).first().click()
  await expect(page).toHaveURL(new RegExp(`/product/${product.id}$`))
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Specifications' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Customer ratings' })).toBeVisible()
  const main = page.getByRole('main')
  await main
    .getByRole('button', { name: `Favourite: ${product.name}` })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Favourites, 1' })).toBeVisible()
  await addButton(main, product).dblclick()
  const added = page.getByRole('status').filter({ hasText: 'Cart added successfuly.' })
  await expect(added.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/carts')
  await expect(page.getByRole('button', { name: 'Shopping bag, 1 new' })).toBeVisible()
  const { Carts } = await account.call<{ Carts: { quantity: number }[] }>('GET', '/api/user/cart')
  expect(Carts.map(({ quantity }) => quantity)).toEqual([1])

  await starsOf(page, product).click()
  const dialog = page.getByRole('dialog', { name: 'Rate our product' })
  await expect(dialog.getByRole('radio')).toHaveCount(5)
  await dialog.getByRole('radio', { name: '5 stars' }).check({ force: true })
  const reply = page.waitForResponse('**/api/user/rate')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(toast(page, 'Rate added successfuly.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const { data } = await (await reply).json()
  expect(data.ratings).toBeGreaterThan(product.ratings)
  const { rating } = data.group_rating ?? data
  const stars = page.getByRole('button', { name: `${rating.toFixed(2)} of 5 stars, rate` })
  await expect(stars.first()).toBeVisible()

  // Fakes a reduced product without ratings: the demo's have ratings, and only some shops show the lowest prior price.
  await page.route(`**/api/products/${product.id}`, async (route) => {
    const response = await route.fetch()
    const reduced = { price: 80, compare_at_price: 120, prior_price: 100 }
    const bare = { rating: null, ratings: 0, group_rating: undefined, specs: [] }
    await route.fulfill({ response, json: { ...(await response.json()), ...reduced, ...bare } })
  })
  await page.reload()
  await expect(
    main.getByText(/^Lowest price in 30 days before discount: .\$100\.00.$/),
  ).toBeVisible()
  await expect(main.getByText('No ratings yet')).toHaveCount(2)
  await expect(main.getByText('0.00', { exact: true })).toHaveCount(0)
  await expect(main.getByRole('heading', { name: 'Specifications' })).toHaveCount(0)
})

test('the seller is named in the language of the page @full', async ({ page }) => {
  await signIn(page)
  const product = await aProduct(page.request)
  expect(product.seller_ar).not.toBe(product.seller)
  await page.addInitScript((key) => localStorage.setItem(key, 'true'), `favorite-${product.id}`)

  await prefer(page, { locale: 'ar' })
  await page.goto(`/product/${product.id}`)
  await expect(page.getByRole('main').getByText(`البائع: ${product.seller_ar}`)).toBeVisible()
  await page
    .getByRole('button', { name: /المفضلة/ })
    .first()
    .click()
  await expect(page.getByRole('banner').getByText(`البائع: ${product.seller_ar}`)).toBeVisible()
})
