import { expect, products, signIn, test, toast } from './story.ts'

test('a customer opens and closes the search bar, chooses a language, reads the tips and finds the profile @firefox', async ({
  page,
}) => {
  const account = await signIn(page)
  await page.goto('/contact')
  const header = page.getByRole('banner')
  await expect(header.getByRole('search')).toHaveCount(0)
  await header.getByRole('button', { name: 'Search', exact: true }).click()
  const choices = header.getByRole('combobox', { name: 'Category' }).getByRole('option')
  await expect(choices).toHaveText(['All categories', 'Phones', 'Accessories', 'Electronics'])
  await header.getByRole('button', { name: 'Close search' }).click()
  await expect(header.getByRole('search')).toHaveCount(0)
  await expect(header.getByRole('button', { name: 'Search', exact: true })).toBeFocused()

  await header.getByRole('button', { name: 'English, language' }).click()
  await header.getByRole('button', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await header.getByRole('button', { name: 'الحساب' }).click()
  const signOut = header.getByRole('button', { name: 'تسجيل الخروج' })
  await expect(signOut.locator('svg'), 'the arrow points the way of the text').toHaveCSS(
    'scale',
    '-1 1',
  )
  await header.getByRole('button', { name: /^العربية/ }).click()
  await header.getByRole('button', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Contact', exact: true })).toBeVisible()

  await header.getByRole('button', { name: 'Notifications, 4' }).click()
  await expect(header.getByRole('heading', { name: 'Tips' })).toBeVisible()
  await expect(header.getByText('Barq is available in Arabic')).toBeVisible()

  await header.getByRole('button', { name: 'Account' }).click()
  await expect(header.getByText(account.email)).toBeVisible()
  await expect(header.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await header.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(/\/profile$/)
})

test('a visitor chooses an appearance, which is remembered, and finds the sign-in', async ({
  page,
}) => {
  await page.goto('/sign-in')
  const header = page.getByRole('banner')
  await header.getByRole('button', { name: 'Appearance' }).click()
  await header.getByRole('button', { name: 'Dark' }).click()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await header.getByRole('button', { name: 'Account' }).click()
  await expect(header.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'Sign up' })).toBeVisible()
})

test.describe('offline', () => {
  // The real-time connection fails on purpose.
  test.use({ expectedErrors: /WebSocket|ERR_/ })

  test("the header's menus open without a connection, and so does the drawer @full", async ({
    page,
    context,
  }) => {
    await signIn(page)
    const lastMenu = page.waitForResponse(/ThemeChoices.*js/)
    await page.goto('/contact')
    await lastMenu
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    const header = page.getByRole('banner')
    for (const [menu, content] of [
      ['Account', header.getByRole('button', { name: 'Sign out' })],
      ['Appearance', header.getByRole('button', { name: 'Dark' })],
      ['English, language', header.getByRole('button', { name: 'العربية' })],
      ['Shopping bag, 0 new', header.getByText('Your cart is empty')],
      ['Favourites, 0', header.getByText('No favourites yet')],
      ['Notifications, 4', header.getByRole('heading', { name: 'Tips' })],
    ] as const) {
      await header.getByRole('button', { name: menu }).click()
      await expect(content, menu).toBeVisible()
      await page.keyboard.press('Escape')
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await header.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Sign out' })).toBeVisible()
  })
})

test('favourites count the stored keys whose product exists @full', async ({ page }) => {
  await signIn(page)
  const [first, second] = await products(page.request, 2)
  await page.addInitScript(
    ([one, two]) => {
      localStorage.setItem(`favorite-${one}`, 'true')
      localStorage.setItem(`favorite-${two}`, 'false')
      localStorage.setItem('favorite-999999', 'true')
    },
    [first?.id, second?.id] as const,
  )
  await page.goto('/')
  const heart = page.getByRole('button', { name: 'Favourites, 1' })
  await heart.click()
  await expect(page.getByRole('banner').getByText(first?.name ?? '')).toBeVisible()
  await expect(page.getByRole('banner').getByText(`Sold by ${first?.seller}`)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'View all' }).click()
  await expect(page.getByRole('heading', { name: 'Favourites' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  const clear = page.getByRole('button', { name: 'Clear all filters' })
  await expect(clear).toHaveCount(0)
  await page.getByRole('switch', { name: 'In stock only' }).check()
  await clear.click()
  await expect(clear).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Favourites' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Favourite/ })
    .click()
  await expect(page.getByRole('button', { name: 'Favourites, 0' })).toBeVisible()
})

test('the bag shows a count, is marked as read when it has one, and can remove a line', async ({
  page,
}) => {
  const account = await signIn(page)
  const [one, two] = await products(page.request, 2)
  const marked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/cart/markItRead')) marked.push(request.postDataJSON())
  })
  await page.goto('/contact')
  const read = page.getByRole('button', { name: 'Shopping bag, 0 new' })
  const panel = page.getByRole('banner')
  await read.click()
  await expect(panel.getByText('Your cart is empty')).toBeVisible()

  for (const product of [one, two]) {
    await account.call('POST', '/api/user/cart', { cart: product?.id })
  }
  await page.reload()
  await page.getByRole('button', { name: 'Shopping bag, 2 new' }).click()
  await expect(read).toBeVisible()
  await expect(panel.getByText(one?.name ?? '')).toBeVisible()
  await expect(panel.getByText(/^Owner ID \d+$/).first()).toBeVisible()
  await panel.getByRole('button', { name: `Remove: ${two?.name}` }).click()
  await expect(toast(page, 'Cart deleted succefully.')).toBeVisible()
  await expect(panel.getByText(two?.name ?? '')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await read.click()
  await expect(panel.getByText(one?.name ?? '')).toBeVisible()
  expect(marked).toEqual([{ carts: [two?.id, one?.id] }])
  await panel.getByRole('link', { name: 'View all' }).click()
  await expect(page).toHaveURL(/\/carts$/)
})

test('the drawer on a phone has everything that does not fit in the header @phone', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'a desktop shows the links')
  const account = await signIn(page)
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  for (const name of ['Home', 'Phones', 'Accessories', 'Electronics', 'Contact']) {
    await expect(drawer.getByRole('link', { name, exact: true })).toBeVisible()
  }
  await expect(drawer.getByText(account.email)).toBeVisible()
  await drawer.getByRole('button', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('dialog').getByRole('button', { name: 'English' }).click()
  await drawer.getByRole('link', { name: 'Phones' }).click()
  await expect(page).toHaveURL(/\/product-by-categroy\/Phones$/)
  await expect(drawer).toHaveCount(0)
})

test('an Arabic browser gets Arabic, whose font is requested before any text needs it', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ locale: 'ar-AE', baseURL: baseURL ?? '' })
  await page.goto('/sign-in')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('تسجيل الدخول')
  const startedBy = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('readex-arabic'))
        .map(({ initiatorType }) => initiatorType),
    )
  await expect.poll(startedBy).toEqual(['link'])
  await page.close()
})
