import { beforeAll, expect, it } from 'vitest'
import type { AdminOrder } from '#contract/admin.ts'
import { AN_ADDRESS } from '#tests/kit/an-address.ts'
import { withBuying } from '#tests/kit/buying.ts'
import { describeShop, type Person } from '#tests/kit/shop.ts'

describeShop('the orders of everybody', (shop) => {
  let admin: Person
  let sara: Person
  let omar: Person
  let phone: number
  let lamp: number
  /** Order ids keyed by state, in chronological order. */
  const made: Record<string, number> = {}
  const list = async (query: Record<string, string> = {}) =>
    (await shop.call('GET', '/api/admin/orders', { token: admin.token, query })).body
  const ids = async (query: Record<string, string>) =>
    (await list(query)).orders.map(({ id }: AdminOrder) => id)

  const { placed, ...buying } = withBuying(shop)
  const place = async (person: Person, Product: number): Promise<number> => {
    const [order] = await placed(person, [{ Product }])
    return order?.id ?? 0
  }
  const move = (order: number | undefined, name: string, body?: object) =>
    shop.as(admin, 'POST', `/api/admin/orders/${order}/${name}`, body)
  const refund = (order: number | undefined, body: object = {}) =>
    move(order, 'refund', { goodsBack: true, ...body })
  const pay = async (person: Person, order: number) => {
    await move(order, 'confirm')
    expect((await buying.pay(person, order)).status).toBe(200)
  }
  const auditOf = (id: number) =>
    shop.sql`
      select action, before, after from audit_entry
      where entity = 'order' and entity_id = ${id} order by id`

  beforeAll(async () => {
    admin = await shop.admin()
    sara = await shop.customer({ username: 'Sara Haddad', email: 'sara@barq.example' })
    omar = await shop.customer({ username: 'Omar', email: 'omar@barq.example' })
    phone = await shop.product({ name: 'Zelmora Tempo', name_ar: 'زلمورا', price: 100 })
    lamp = await shop.product({ name: 'Desk lamp', price: 10 })
    made.pending = await place(sara, phone)
    made.confirm = await place(omar, phone)
    made.shipped = await place(sara, lamp)
    made.late = await place(omar, lamp)
    made.delivered = await place(sara, phone)
    made.canceled = await place(omar, lamp)
    made.refunded = await place(sara, lamp)
    await move(made.confirm, 'confirm')
    for (const name of ['shipped', 'late', 'delivered', 'refunded']) {
      await pay(name === 'late' ? omar : sara, made[name] ?? 0)
    }
    await move(made.delivered, 'delivered')
    await move(made.canceled, 'cancel')
    await refund(made.refunded)
    await shop.sql`update orders set paid_at = now() - interval '25 hours' where id = ${made.late}`
  })
  shop.keepInvariants()

  it('are listed newest first, with their customers, page by page', async () => {
    const all = await list()

    expect(all.orders.map(({ id }: AdminOrder) => id)).toEqual(Object.values(made).reverse())
    expect(all.orders.at(-1)).toMatchObject({
      id: made.pending,
      state: 'pending',
      total: 100,
      isLate: false,
      customer: {
        id: sara.id,
        username: 'Sara Haddad',
        email: 'sara@barq.example',
        guest: false,
        closed: false,
      },
    })
    const found: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list({ limit: '2', ...(cursor && { cursor }) })
      found.push(...page.orders.map(({ id }: AdminOrder) => id))
      cursor = page.nextCursor
    }
    expect(found).toEqual(Object.values(made).reverse())
  })

  it('are found by number, customer, product and time', async () => {
    const { pending, confirm, late, delivered, canceled } = made

    expect(await ids({ search: `#${confirm}` })).toEqual([confirm])
    expect(await ids({ search: 'omar@barq' })).toEqual([canceled, late, confirm])
    expect(await ids({ search: 'زلمورا' })).toEqual([delivered, confirm, pending])
    expect(await ids({ search: 'tempo', state: 'pending' })).toEqual([pending])
    expect(await ids({ search: 'nobody' })).toEqual([])
    expect(await ids({ customer: String(omar.id), product: String(phone) })).toEqual([confirm])
    expect(await ids({ to: '2020-01-01T00:00:00Z' })).toEqual([])
    expect(await ids({ from: '2020-01-01T00:00:00Z' })).toHaveLength(7)
    expect((await list({ search: 'omar', limit: '2' })).nextCursor).toEqual(expect.any(String))
  })

  it('are found by numbers, phones and names as people write them', async () => {
    const huda = await shop.customer({ username: 'Huda', email: 'huda@barq.example' })
    const body = { ...AN_ADDRESS, name: 'Nadia Saleh', phone: '055 987 6543' }
    expect((await shop.as(huda, 'POST', '/api/user/addresses', body)).status).toBe(201)
    const order = await place(huda, phone)
    await pay(huda, order)
    const track = { orders: [order], carrier: 'Aramex', tracking_number: 'AX 123-456 AE' }
    const sent = await shop.as(admin, 'POST', '/api/admin/parcels', track)
    const [invoice] = await shop.sql<{ year: number; number: number }>`
      select year, number from invoice order by id desc limit 1`
    const { year, number } = invoice ?? {}

    for (const search of [
      `Order ${order}`,
      `order no. ${order}`,
      `no. ${order}`,
      `No${order}`,
      `#${order}`,
      `${order}`,
      `# ${order}`,
      `\u200e№ ${order}`,
      `رقم الطلب ${order}`,
      'Nadia Saleh',
      'huda@',
      '+971 55 987 6543',
      '0559876543',
      '00971-55-9876543',
      '(055) 987 6543',
      '٠٥٥٩٨٧٦٥٤٣',
      'AX123456AE',
      'ax 123 456 ae',
      `parcel ${sent.body.data.id}`,
      `invoice ${year}-${number}`,
      `${year}-${String(number).padStart(6, '0')}`,
    ]) {
      expect(await ids({ search }), search).toEqual([order])
    }
    for (const search of ['Order 999999', 'parcel 999', '+971 55 987 6544', `${year}-99`, '#']) {
      expect(await ids({ search }), search).toEqual([])
    }
    expect(await ids({ search: `Order ${order}`, state: 'pending' })).toEqual([])
    const found = await shop.as(admin, 'GET', '/api/admin/customers?search=055%20987-6543')
    expect(found.body.customers).toMatchObject([{ username: 'Huda' }])
    await refund(order)
  })

  it('that are late are listed page by page, the longest wait first', async () => {
    const product = await shop.product({ price: 5, stock: 9 })
    const waiting: number[] = []
    for (const days of [2, 9, 4]) {
      const id = await place(omar, product)
      await pay(omar, id)
      await shop.sql`
        update orders set paid_at = now() - make_interval(days => ${days}) where id = ${id}`
      waiting[days] = id
    }
    const query = { state: 'late', product: String(product) }

    const first = await list({ ...query, limit: '2' })
    const rest = await list({ ...query, limit: '2', cursor: first.nextCursor })

    const found = [...first.orders, ...rest.orders].map(({ id }: AdminOrder) => id)
    expect(found).toEqual([waiting[9], waiting[4], waiting[2]])
    expect(rest.nextCursor).toBeNull()
    expect((await list({ cursor: first.nextCursor })).errors).toHaveProperty('cursor')
    for (const id of found) await refund(id)
  })

  it('are counted', async () => {
    const { body } = await shop.as(admin, 'GET', '/api/admin/orders/counts')

    expect(body.counts).toEqual({
      total: 11,
      pending: 1,
      confirm: 1,
      complete: 3,
      canceled: 6,
      unpaid: 2,
      shipped: 2,
      unsent: 2,
      sent: 0,
      late: 1,
      delivered: 1,
      refunded: 5,
      refunding: 0,
    })
  })

  it('include their history and payments', async () => {
    const { body } = await shop.call('GET', `/api/admin/orders/${made.refunded}`, admin)

    expect(body.data).toMatchObject({ id: made.refunded, state: 'canceled' })
    expect(body.history).toMatchObject([
      { move: 'place', from: null, to: 'pending', by: 'customer', actor: 'Sara Haddad' },
      { move: 'confirm', by: 'admin', actor: admin.username },
      { move: 'pay', by: 'server', actor: null },
      { move: 'refund', from: 'complete', to: 'canceled', by: 'admin', actor: admin.username },
    ])
    expect(body.payments).toMatchObject([{ provider: 'sandbox', amount: 10, state: 'refunded' }])
  })

  it('include partial refunds in their history, with who made them, which the customer does not see', async () => {
    const colleague = await shop.admin()
    const [{ id } = { id: 0 }] = await placed(sara, [{ Product: phone, quantity: 3 }])
    await pay(sara, id)
    await refund(id, { amount: 5, goodsBack: false })
    const body = { units: 1, goodsBack: true }
    expect((await shop.as(colleague, 'POST', `/api/admin/orders/${id}/refund`, body)).status).toBe(
      200,
    )
    await refund(id)

    const { history } = (await shop.call('GET', `/api/admin/orders/${id}`, admin)).body

    const move = 'refund'
    const [placing, , paying, ...refunds] = history
    expect([placing.part, paying.part]).toEqual([null, null])
    expect(refunds).toMatchObject([
      { move, to: 'complete', by: 'admin', actor: admin.username, part: { amount: 5, units: 0 } },
      { move, to: 'complete', actor: colleague.username, part: { amount: 100, units: 1 } },
      { move, to: 'canceled', by: 'admin', actor: admin.username, part: null },
    ])
    const seen = JSON.stringify(await buying.seen(sara, id))
    expect(seen).not.toContain(admin.username)
    expect(seen).not.toContain(colleague.username)
  })

  it('name the others of their purchase', async () => {
    const [one, two] = await placed(sara, [{ Product: phone }, { Product: lamp }])
    const { body } = await shop.as(admin, 'GET', `/api/admin/orders/${one?.id}`)
    expect(body.together).toEqual([two?.id])
    for (const order of [one, two]) await move(order?.id, 'cancel')
  })

  it('refuse invalid queries', async () => {
    for (const query of ['state=lost', 'from=yesterday', 'limit=0', 'customer=x', 'cursor=x']) {
      const { status, body } = await shop.as(admin, 'GET', `/api/admin/orders?${query}`)
      expect([status, Object.keys(body.errors)]).toEqual([422, [query.split('=')[0]]])
    }
    expect((await shop.as(admin, 'GET', '/api/admin/orders/999999')).status).toBe(404)
  })

  it('are confirmed once, however often it is asked', async () => {
    const order = await place(sara, await shop.product())

    const first = await move(order, 'confirm')
    const second = await move(order, 'confirm')

    expect(first.body.data).toMatchObject({ id: order, state: 'confirm' })
    expect(second.text).toBe(first.text)
    expect(await auditOf(order)).toEqual([
      { action: 'confirm', before: { state: 'pending' }, after: { state: 'confirm' } },
    ])
  })

  it('that were marked as delivered by a slip are taken back within a day, while nothing followed', async () => {
    const product = await shop.product({ stock: 9 })
    const order = await place(sara, product)
    await pay(sara, order)
    const undo = (id = order, by = admin) =>
      shop.as(by, 'DELETE', `/api/admin/orders/${id}/delivered`)
    expect((await undo()).status).toBe(409)
    await move(order, 'delivered')

    expect((await undo(order, sara)).status).toBe(403)
    const first = await undo()

    expect(first.body.data).toMatchObject({ state: 'complete', delivered_at: null })
    expect((await undo()).text).toBe(first.text)
    expect(await auditOf(order)).toEqual([
      { action: 'confirm', before: { state: 'pending' }, after: { state: 'confirm' } },
      { action: 'deliver', before: {}, after: {} },
      { action: 'undeliver', before: {}, after: {} },
    ])
    const steps = () =>
      shop.sql<{ step: string }>`
        select step from email_step where order_id = ${order} and step like '%deliver'`
    expect(await steps()).toEqual([])

    expect((await move(order, 'delivered')).body).toMatchObject({
      data: { delivered_at: expect.any(String) },
    })
    await shop.sql`delete from email_step`
    expect((await undo()).body.data).toMatchObject({ delivered_at: null })
    expect(await steps()).toEqual([{ step: 'undeliver' }])

    await move(order, 'delivered')
    await shop.sql`update orders set delivered_at = delivered_at - interval '25 hours' where id = ${order}`
    expect((await undo()).status).toBe(409)

    const bought = []
    for (let n = 0; n < 3; n++) bought.push(await place(sara, product))
    const [rated, refunded, received] = bought
    for (const id of bought) await pay(sara, id)
    for (const id of [rated, refunded]) await move(id, 'delivered')
    await shop.as(sara, 'POST', `/api/user/order/${received}/delivered`)
    await refund(refunded, { goodsBack: false, amount: 1 })
    for (const id of [refunded, received]) expect((await undo(id)).status, `${id}`).toBe(409)
    const rating = { productId: product, rating: 5 }
    await shop.as(sara, 'POST', '/api/user/rate', rating)
    expect((await undo(rated)).body).toMatchObject({ error: 'conflict', state: 'complete' })
    for (const id of [order, rated, refunded, received]) await refund(id)
  })

  it('are canceled before payment and not after', async () => {
    const productId = await shop.product({ stock: 5 })
    const [one, other] = [await place(sara, productId), await place(sara, productId)]
    await pay(sara, other)

    expect((await move(one, 'cancel')).body.data.state).toBe('canceled')
    expect(await shop.available(productId)).toBe(4)
    const late = await move(other, 'cancel')
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ error: 'conflict', state: 'complete' })
    expect(await auditOf(other)).toMatchObject([{ action: 'confirm' }])
  })

  it('are found by the number of their purchase if the search says so', async () => {
    const person = await shop.customer()
    const lines = (await shop.products(2)).map((Product) => ({ Product, quantity: 1 }))
    await placed(person, lines)
    const orders = await placed(person, lines)
    const purchase = orders[0]?.purchaseId
    const together = orders.map(({ id }) => id).reverse()
    for (const search of [`Purchase #${purchase}`, `عملية الشراء #${purchase}`]) {
      expect(await ids({ search }), search).toEqual(together)
    }
    expect(await ids({ search: `${purchase}` })).toEqual([purchase])
  })
})
