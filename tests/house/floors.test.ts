/**
 * The layers of the source ("floors" in docs/architecture.md): imports go down, or sideways without a cycle. The list
 * below is the definition; a folder that is missing from it fails the test. No files may import each other in a circle.
 */
import { expect, it } from 'vitest'
import { IMPORTS, type Import } from './imports.ts'

/** Keyed by house (folder), highest floor first; bars separate floors, and spaces their rooms. */
const FLOORS: Record<string, string[][]> = floorsOf({
  web: `
    main.tsx render.tsx |
    app |
    addresses home accounts catalog cart payment orders contact legal admin |
    session |
    navigation api |
    i18n |
    ui`,
  server: `
    main.ts |
    app.ts config.ts |
    demo dashboard exports order-emails invariants.ts invariant-rules |
    accounts addresses catalog cart coupons delivery invoices orders payments shop webhooks |
    sorted-lists |
    emails audit |
    platform`,
  'server/platform': `
    part.ts |
    monitoring |
    realtime media |
    http |
    outbox backup |
    jobs db |
    concurrency words csv.ts edit-distance.ts email-address.ts environment.ts is-there.ts
    private-folder.ts run-program.ts sync-folder.ts secret-token.ts unavailable.ts |
    root.ts start-error.ts`,
  'server/catalog': `
    catalog.part.ts |
    catalog.routes.ts catalog.events.ts |
    catalog.ts |
    search transfer |
    attributes fits manage |
    facets families groups cached-catalog.ts catalog.store.ts recent-buyers.ts shared-changes.ts |
    listing catalog-changes.ts matching-products.ts prior-price.ts product-attributes.ts
    product-families.ts product-pictures.ts ratings-of.ts`,
  'server/accounts': `
    accounts.part.ts |
    accounts.routes.ts accounts.admin-routes.ts guests.routes.ts accounts.settings.ts
    first-admin.ts set-admin.ts |
    accounts.ts close-account.ts data-export.ts guests.ts manage-customers.ts manage-staff.ts |
    emails |
    sign-in |
    account-parts.ts |
    sessions accounts.store.ts close-account.store.ts customers.store.ts data-export.store.ts
    guests.store.ts staff.store.ts |
    accounts.events.ts confirmed.ts cleanup.ts join-guests.ts matching-customers.ts roles.ts`,
  'server/orders': `
    orders.part.ts |
    orders.routes.ts orders.admin-routes.ts orders.settings.ts |
    orders.ts manage-orders.ts parcels.ts |
    place-order.ts cancel-order.ts order-keys.ts move-order.ts order-address.ts parcels.store.ts
    packing-slips.store.ts cash-settings.ts sales.ts |
    order-statement.ts price-of-rest.ts quote.ts orders.store.ts admin-orders.store.ts
    sales.store.ts |
    orders.events.ts cash-on-delivery.ts lock-purchase.ts maintenance.ts minimum-charge.ts
    order-money.ts order-pictures.ts order-search.ts purchase-facts.ts refund-topics.ts
    time-to-pay.ts unpaid-limits.ts`,
  'web/catalog': `
    CategoryScreen.tsx SearchScreen.tsx ProductScreen.tsx |
    filters NoResults.tsx |
    ProductGrid.tsx ProductBuyBox.tsx |
    fits |
    ProductRail.tsx ProductGallery.tsx |
    compare ProductCard.tsx |
    family ArrivedProduct.tsx FavouriteButton.tsx FavouritesMenu.tsx PictureViewer.tsx
    ProductBuyBar.tsx RatingButton.tsx |
    FavouritesPanel.tsx ProductCardSkeleton.tsx ProductPrice.tsx ProductRatings.tsx
    ProductSpecs.tsx ProductStock.tsx RatingDialog.tsx catalog.queries.ts
    favourites.ts merchandise.ts picture-view.ts staff-tools.ts useSlides.ts useZoom.ts
    waiting.ts`,
  'web/admin': `
    AdminGate.tsx |
    AdminArea.tsx AdminCardTools.tsx |
    AdminHeader.tsx AdminMenu.tsx |
    attributes audit categories coupons customers dashboard delivery emails exports families fits
    groups integrations invoices legal orders products search shop staff storefront |
    parts admin-task.ts lazyStaffPart.ts useMayRead.ts useMayWrite.ts
    useSecondFactorMissing.ts`,
})

for (const [house, floors] of Object.entries(FLOORS)) {
  const arrows = arrowsIn(house)

  it(`${house}/ has no import that goes up`, () => {
    const fix =
      'Move what both need to a lower floor, or let the upper floor pass it in as a parameter or a slot.'
    expect(breaches(house, floors, arrows), fix).toEqual([])
  })

  it(`${house}/ has no import cycle`, () => {
    const fix = 'Two folders of one floor import each other: move what both need down a floor.'
    expect(
      knots(arrows, (path) => roomOf(house, path)),
      fix,
    ).toEqual([])
  })
}

it('no files import each other in a circle', () => {
  const arrows = ['contract', 'server', 'web'].flatMap(importsWithin)

  const fix = 'Move what both files need into the one that the other imports, or pass it in.'
  expect(knots(arrows, byFile), fix).toEqual([])
})

it('a feature of the page does not import another one’s screen', () => {
  const features = FLOORS.web?.[2] ?? []
  const isScreen = ({ from, to }: Import) =>
    to.endsWith('Screen.tsx') && [from, to].every((path) => features.includes(roomOf('web', path)))

  const fix = 'What one feature renders inside another comes in as a slot that web/app fills.'
  expect(arrowsIn('web').filter(isScreen), fix).toEqual([])
})

it('an import that goes up, a cycle and an unknown folder are noticed', () => {
  const floors = [['app'], ['cart', 'home'], ['ui']]
  const arrow = (from: string, to: string) => ({ from: `web/${from}/x.ts`, to: `web/${to}/y.ts` })

  expect(breaches('web', floors, [arrow('cart', 'ui'), arrow('cart', 'home')])).toEqual([])
  expect(breaches('web', floors, [arrow('ui', 'cart')])).toHaveLength(1)
  expect(breaches('web', floors, [arrow('cellar', 'ui')])).toHaveLength(1)
  const chain = [arrow('cart', 'home'), arrow('home', 'ui')]
  const byFolder = (path: string) => roomOf('web', path)
  expect(knots(chain, byFolder)).toEqual([])
  expect(knots([...chain, arrow('ui', 'cart')], byFolder)).toEqual([['cart', 'home', 'ui']])
})

function arrowsIn(house: string): Import[] {
  return importsWithin(house).filter(({ from, to }) => roomOf(house, from) !== roomOf(house, to))
}

function importsWithin(folder: string): Import[] {
  return IMPORTS.filter(
    ({ from, to }) =>
      [from, to].every((path) => path.startsWith(`${folder}/`)) && /\.tsx?$/.test(to),
  )
}

/** The room of a file: the folder directly below the house, or the file's own name if it is next to those folders. */
function roomOf(house: string, path: string): string {
  return path.slice(house.length + 1).split('/')[0] ?? ''
}

function breaches(house: string, floors: string[][], arrows: Import[]): string[] {
  const levelOf = (path: string) => floors.findIndex((rooms) => rooms.includes(roomOf(house, path)))
  return arrows
    .filter(({ from, to }) => {
      const [above, below] = [levelOf(from), levelOf(to)]
      return above < 0 || below < 0 || above > below
    })
    .map(({ from, to }) => `${from} imports ${to}`)
}

function byFile(path: string): string {
  return path
}

/** Groups of rooms that import each other in a circle, each group sorted by name. */
function knots(arrows: Import[], roomOf: (path: string) => string): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    const room = roomOf(from)
    const rooms = next.get(room) ?? new Set()
    next.set(room, rooms.add(roomOf(to)))
  }
  const reached = new Map([...next.keys()].map((room) => [room, reachableFrom(room, next)]))
  const groups = [...reached].map(([room, rooms]) =>
    [...rooms].filter((other) => reached.get(other)?.has(room)).sort(),
  )
  const unique = new Set(groups.filter(({ length }) => length > 0).map((group) => group.join()))
  return [...unique].map((group) => group.split(','))
}

function reachableFrom(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  const waiting = [start]
  for (let room = waiting.pop(); room !== undefined; room = waiting.pop()) {
    for (const other of next.get(room) ?? []) {
      if (!found.has(other)) waiting.push(other)
      found.add(other)
    }
  }
  return found
}

function floorsOf(houses: Record<string, string>): Record<string, string[][]> {
  const rooms = (floor: string) => floor.trim().split(/\s+/)
  return Object.fromEntries(
    Object.entries(houses).map(([house, text]) => [house, text.split('|').map(rooms)]),
  )
}
