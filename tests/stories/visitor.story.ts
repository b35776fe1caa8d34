/** A shop that visitors may browse: their cart and favorites are added to the account when they sign in. */
import { createProduct } from './admin-owner.ts'
import { recordShifts, shiftsOf } from './layout-shifts.ts'
import { linkTo } from './mailbox.ts'
import { testIn } from './own-shop.ts'
import {
  addButton,
  admin,
  aProduct,
  complaintsOf,
  expect,
  fillSignIn,
  keepSession,
  letVisitorsBrowse,
  logIn,
  register,
  removeButton,
  somebody,
  starsOf,
  test,
  toast,
} from './story.ts'
import { Traffic } from './traffic.ts'

test("a visitor's cart and favourite join the account, once @full", async ({ page, context }) => {
  await letVisitorsBrowse(page)
  const person = await register(page.request)
  const owner = await admin(page.request)
  const mark = `Visitor ${Date.now()}`
  const [kept, soldOut, gone] = await Promise.all(
    ['kept', 'sold out', 'gone'].map((name) =>
      createProduct(owner, { name: `${mark} ${name}`, stock: 3 }),
    ),
  )
  if (!(kept && soldOut && gone)) throw new Error('The products were not created.')
  const list = `/user/product/show?category=All&search=${encodeURIComponent(mark)}`
  await page.goto(list)
  for (const product of [kept, soldOut, gone]) {
    await addButton(page, product).click()
    await expect(toast(page, 'Cart added successfuly.').last()).toBeVisible()
  }
  await page.getByRole('button', { name: `Favourite: ${kept.name}` }).click()
  await owner.call('POST', `/api/admin/products/${soldOut.id}/stock`, { change: -3 })
  await owner.call('DELETE', `/api/admin/products/${gone.id}`)

  await page.goto('/carts')
  const line = page.getByRole('listitem').filter({ hasText: kept.name })
  await expect(toast(page, '1 product in your cart is no longer available.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: soldOut.name })).toContainText(
    'Sold out.',
  )
  await line.getByRole('button', { name: /^Increase/ }).click()
  await page.reload()
  await expect(line.getByText('2', { exact: true })).toBeVisible()
  const other = await context.newPage()
  await other.goto(list)

  await page.goto(`/product/${kept.id}`)
  await page.getByRole('button', { name: 'I have this device' }).click()
  await page
    .getByRole('button', { name: `rate ${kept.name}` })
    .first()
    .click()
  const rating = page.getByRole('dialog')
  await rating.getByText('4', { exact: true }).click()
  await page.evaluate(() => window.scrollTo(0, 200))
  await rating.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('status').getByRole('link', { name: 'Sign in' }).last().click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  // Holds back the deferred shell until the browser is back at the product after the sign-in.
  await page.route(
    '**/DeferredShell*.js',
    async (route) => {
      await page.waitForURL(`/product/${kept.id}`)
      await route.continue()
    },
    { times: 1 },
  )
  await fillSignIn(page, person)
  await page.waitForURL(`/product/${kept.id}`)
  await expect(rating.getByRole('radio', { checked: true })).toHaveValue('4')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(200)
  await expect(toast(page, `${kept.name} added to your devices.`)).toBeVisible()
  await page.goto('/carts')
  await expect(page.getByRole('button', { name: /^Order/ }).first()).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: soldOut.name })).toContainText(
    'Sold out.',
  )
  await expect(page.getByRole('button', { name: 'Favourites, 1' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Shopping bag, 2 new' })).toBeVisible()
  await other.reload()
  await expect(other.getByRole('button', { name: 'Favourites, 1' })).toBeVisible()
  const account = await logIn(page.request, person)
  const { Carts } = await account.call<{ Carts: Array<{ id: number; quantity: number }> }>(
    'GET',
    '/api/user/cart',
  )
  expect(new Map(Carts.map(({ id, quantity }) => [id, quantity]))).toEqual(
    new Map([
      [kept.id, 2],
      [soldOut.id, 1],
    ]),
  )
})

test('a toast leaves with its link, and does not cover the order button of a short cart on a phone @full', async ({
  page,
}) => {
  await letVisitorsBrowse(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const add = page.getByRole('main').getByRole('button', { name: /^Add to cart/ })
  await add.nth(0).click()
  await expect(page.getByRole('button', { name: 'Shopping bag, 1 new' })).toBeVisible()
  await page.reload()
  await add.nth(1).click()
  // The pointer stays over the toast, which keeps it from timing out.
  await page.getByRole('status').getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Carts' })).toBeVisible()
  await expect(toast(page, 'Cart added successfuly.')).toHaveCount(0)

  await removeButton(page).first().click()
  const said = toast(page, 'Cart deleted succefully.')
  await said.hover()
  const order = page.getByRole('main').getByText('Sign in to order').filter({ visible: true })
  await expect(order).toBeVisible()
  const [above, below] = await Promise.all([said.boundingBox(), order.boundingBox()])
  if (!above || !below) throw new Error('The toast is gone.')
  expect(above.y + above.height).toBeLessThan(below.y)
})

test('what waits for the sign-in is not for who walks on, nor for staff @full', async ({
  page,
}) => {
  await letVisitorsBrowse(page)
  const owner = await admin(page.request)
  const product = await createProduct(owner, { name: `Waiting ${Date.now()}` })
  const mine = page.getByRole('button', { name: 'I have this device' })
  const added: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/user/devices')) {
      added.push(request.url())
    }
  })
  const choose = async () => {
    await page.goto(`/product/${product.id}`)
    await mine.click()
    await starsOf(page, product).click()
    await page.getByRole('dialog').getByText('4', { exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  }
  const expectNothing = async () => {
    const devices = page.waitForResponse('**/api/user/devices')
    await page.goto(`/product/${product.id}`)
    await devices
    await expect(mine).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(added).toEqual([])
  }

  await choose()
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor()
  await fillSignIn(page, await register(page.request))
  await page.waitForURL('/contact')
  await expectNothing()

  await page.evaluate(() => localStorage.clear())
  await choose()
  await page.getByRole('status').getByRole('link', { name: 'Sign in' }).last().click()
  await fillSignIn(page, owner)
  await page.waitForURL(`/product/${product.id}`)
  await page.getByRole('link', { name: `Edit: ${product.name}` }).waitFor()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.evaluate(() => localStorage.clear())
  await fillSignIn(page, await register(page.request))
  await page.waitForURL('/')
  await expectNothing()
})

const guest = testIn({ VISITORS: 'order' })

guest.describe('a guest', () => {
  // Once an order belongs to an account, its link gets a 409, and other accounts get a 404 for the order.
  guest.use({ expectedErrors: /409 \(Conflict\)|404 \(Not Found\)/ })

  guest(
    'orders, and opens the order by the link of the email, also from an account @full',
    async ({ page }) => {
      const product = await aProduct(page.request)
      // The button is pressed on the server-rendered page, before its scripts have arrived.
      const pressed = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async (route) => {
        await pressed.promise
        await route.fallback()
      })
      await page.goto(`/product/${product.id}`, { waitUntil: 'commit' })
      await addButton(page, product).first().dblclick()
      await page
        .getByRole('button', { name: `Favourite: ${product.name}` })
        .first()
        .click()
      await page.getByRole('button', { name: 'Account' }).click()
      pressed.resolve()
      await expect(toast(page, 'Cart added successfuly.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Favourites, 1' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
      await page.goto('/carts')
      const line = page.getByRole('listitem').filter({ hasText: product.name })
      await expect(line.getByText('1', { exact: true })).toBeVisible()
      await page.getByRole('button', { name: 'Order as a guest' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog.getByLabel('Your name')).toHaveAccessibleDescription('Name is required')
      await dialog.getByLabel('Your name').fill('Layla Noor')
      await dialog.getByLabel('Email').fill('layla.guest@barq.example')
      await dialog.getByRole('button', { name: 'Continue' }).click()

      await page.getByRole('button', { name: 'Add an address' }).click()
      await expect(dialog.getByLabel('Full name')).toHaveValue('Layla Noor')
      await expect(dialog.getByLabel('Phone')).toBeFocused()
      await expect(dialog.getByRole('checkbox'), 'nothing is asked of an account').toHaveCount(0)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page
        .getByRole('button', { name: /^Order/ })
        .first()
        .click()
      await page.waitForURL(/\/order-preview\/\d+|\/orders/)
      await page.goto('/profile')
      await page.waitForURL('/orders')
      await page.getByRole('button', { name: 'Account' }).click()
      await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Profile' })).toHaveCount(0)

      const address = 'layla.guest@barq.example'
      const link = await linkTo(page.request, address, String.raw`/email/order\?id=\d+`)
      await page.evaluate(() => localStorage.clear())
      await page.goto(link)
      await page.getByRole('button', { name: 'View my order' }).click()
      await page.waitForURL(/\/order-preview\/\d+/)
      await expect(page.getByRole('main')).toContainText(product.name)

      const person = { ...somebody(), email: address }
      await register(page.request, person)
      await page.request.post('/api/auth/password/email', {
        data: { email: person.email },
      })
      await page.goto(await linkTo(page.request, person.email, '/password/reset'))
      await page.getByLabel('New password').fill(person.password)
      await page.getByLabel('Password confirmation').fill(person.password)
      await page.getByRole('button', { name: 'Save password' }).click()
      await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible()
      await page.goto(link)
      await page.getByRole('button', { name: 'View my order' }).click()
      await page.getByText('Sign in to see it.').waitFor()
      await page.getByRole('link', { name: 'Back to sign in' }).click()
      await fillSignIn(page, person)
      await page.waitForURL(/\/order-preview\/\d+/)
      await page.goto(link)
      await page.getByRole('button', { name: 'View my order' }).click()
      await page.waitForURL(/\/order-preview\/\d+/)
      await expect(page.getByRole('main')).toContainText(product.name)

      await fillSignIn(page, await register(page.request))
      await toast(page, 'Sign in successfuly.').waitFor()
      await page.goto(link)
      await page.getByRole('button', { name: 'View my order' }).click()
      await page.getByText('Sign in to see it.').waitFor()
      await expect(page).toHaveURL(/\/email\/order/)
      await page.getByRole('link', { name: 'Back to sign in' }).click()
      await fillSignIn(page, person)
      await page.waitForURL(/\/order-preview\/\d+/)
    },
  )
})

guest('a guest who signs in comes back to the device that waits @full', async ({ page }) => {
  const product = await createProduct(await admin(page.request), { name: `Guest ${Date.now()}` })
  const reply = await page.request.post('/api/guests', {
    data: { username: 'Layla Noor', email: somebody().email },
  })
  await keepSession(page, (await reply.json()).access_token)
  await page.goto(`/product/${product.id}`)
  // Until the server has said whose session this is, a guest looks like a customer.
  const link = page.getByRole('link', { name: 'Sign in' })
  await page.getByRole('button', { name: 'Account' }).click()
  await link.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'I have this device' }).click()
  await page.getByRole('button', { name: 'Account' }).click()
  await link.click()
  await page.waitForURL('/sign-in')
  await fillSignIn(page, await register(page.request))
  await page.waitForURL(`/product/${product.id}`)
  await expect(toast(page, `${product.name} added to your devices.`)).toBeVisible()
})

const visit = testIn({ VISITORS: 'browse' })

visit(
  'a first screen is rendered before scripts run, which then request nothing again and move nothing @full',
  async ({ page }) => {
    const product = await aProduct(page.request)
    await recordShifts(page)
    const traffic = new Traffic(page)
    const complaints = complaintsOf(page)
    await page.addInitScript(() =>
      // Runs before the page's modules do.
      document.addEventListener(
        'readystatechange',
        () => {
          document.querySelector('main picture img')?.setAttribute('data-rendered', '')
          const form = document.querySelector<HTMLFormElement>('main form')
          if (location.search === '?pressed') form?.requestSubmit()
        },
        { once: true },
      ),
    )
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (/^\/(api|media)\//.test(pathname)) asked.push(pathname + search)
    })
    for (const [path, answered] of [
      ['/', /^\/api\/(shop-window)?$/],
      [`/product/${product.id}`, /^\/api\/products\/\d+$/],
      ['/product-by-categroy/Phones?inStock=true', /^\/api\/products\?/],
      ['/user/product/show?category=All&search=case', /^\/api\/products\?/],
      ['/sign-in', /^\/api\/shop-window$/],
    ] as const) {
      asked.length = 0
      await page.goto(path)
      await expect(page.getByRole('main').locator('picture').first()).toBeVisible()
      await traffic.quiet()
      expect(
        asked.filter((call) => answered.test(call)),
        path,
      ).toEqual([])
      const first = page.getByRole('main').locator('picture img[fetchpriority=high]').first()
      await expect(first, path).toHaveAttribute('data-rendered')
      const rendered = await first.evaluate((image: HTMLImageElement) => image.currentSrc)
      expect(
        asked.filter((file) => rendered.endsWith(file)),
        path,
      ).toHaveLength(1)
      expect(await shiftsOf(page), path).toEqual([])
      expect(complaints, path).toEqual([])
    }
    // A form sent before scripts run is checked once they do, without leaving the page.
    await page.goto('/sign-in?pressed')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
    const { token } = await logIn(page.request, await register(page.request))
    await page.evaluate((value) => localStorage.setItem('access_token', value), token)
    for (const path of ['/', '/product-by-categroy/Phones', '/sign-in']) {
      asked.length = 0
      await page.goto(path)
      await traffic.quiet()
      const first = page.getByRole('main').locator('picture img[fetchpriority=high]').first()
      await expect(first, `${path} of a customer`).toHaveAttribute('data-rendered')
      expect(asked.filter((call) => /user$|cart/.test(call)).sort()).toEqual([
        '/api/auth/user',
        '/api/user/cart',
      ])
    }
  },
)

visit(
  'a message may come before the part of a rendered page that shows it @full',
  async ({ page }) => {
    await page.route('**/DeferredShell-*.js', async (route) => {
      await page.waitForFunction(() => Object.keys(localStorage).includes('barq-cart'))
      await route.continue()
    })
    await page.goto('/product-by-categroy/Phones')
    await addButton(page).click()
    await expect(toast(page, 'Cart added successfuly.')).toBeVisible()
  },
)

visit('a picture that never arrives does not keep a page from working @full', async ({ page }) => {
  await page.route('**/media/**', () => {})
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
})

visit(
  'a reload, and Back from another site, return to the position on the page @full',
  async ({ page }) => {
    const traffic = new Traffic(page)
    const whole = async () => {
      await expect(page.getByRole('contentinfo')).toBeAttached()
      await traffic.quiet()
    }
    const top = () => page.evaluate(() => window.scrollY)
    for (const path of ['/', '/product-by-categroy/Phones', '/user/product/show?category=All']) {
      await page.goto(path)
      await whole()
      await page.evaluate(() => window.scrollTo({ top: 1800, behavior: 'instant' }))
      await page.reload()
      await whole()
      expect(await top(), path).toBe(1800)
      await page.goto('about:blank')
      await page.goBack()
      await whole()
      expect(await top(), path).toBe(1800)
      // A page opened by its URL starts at the top and is as long as its content.
      await page.goto(path)
      await whole()
      expect(await top(), path).toBe(0)
      expect(await page.evaluate(() => document.documentElement.style.minBlockSize)).toBe('')
    }
  },
)

visit.describe('without script', () => {
  visit.use({ javaScriptEnabled: false })

  visit('the products of the home page follow its slide @full', async ({ page }) => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      const slide = await page.getByRole('region', { name: 'Highlights' }).boundingBox()
      const products = await page.locator('.plain').boundingBox()
      if (!slide || !products) throw new Error('The slide or the products are not shown.')
      expect(products.y - slide.y - slide.height).toBeLessThan(120)
    }
  })
})
