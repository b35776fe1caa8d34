/**
 * A fake of the parts of Stripe that the shop uses, listening on loopback for the real SDK: sessions, idempotency keys,
 * refunds, and the ways in which a request can fail.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeSession {
  id: string
  object: 'checkout.session'
  created: number
  client_reference_id: string
  metadata: Record<string, string>
  /** Not a Stripe field: the id of the page's order, by which tests find the session. */
  order_id: string
  amount_total: number
  currency: string
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  payment_intent: string | null
  url: string | null
}

/** The request fails before or after it takes effect. With `silence`, it gets no response, and the client gives up. */
export interface Fault {
  when: 'before' | 'after'
  does: 'reset' | 'silence' | 500 | 429
}

export interface RefundedPart {
  intent: string
  amount: number
  key: string
  metadata: { refund_key: string }
}

/** Stripe's minimum for US dollars; other currencies have their own. */
const MINIMUM_CENTS = 50

interface Answer {
  status: number
  body: unknown
}

export class StripeFake {
  readonly sessions = new Map<string, FakeSession>()
  /** The idempotency keys of refunds, keyed by fully refunded payment intent. */
  readonly refunds = new Map<string, string>()
  readonly parts: RefundedPart[] = []
  /** The parameters of each request that created a session, with its idempotency key as `key`. */
  readonly asked: Record<string, string>[] = []
  /** @returns how a request with this method and path and this idempotency key fails; null to let it succeed. */
  fault: (call: string, key: string) => Fault | null = () => null
  readonly #server: Server
  readonly #answers = new Map<string, { words: string; answer: Answer }>()
  #events = 0
  /** Counts all sessions ever created, including those deleted since. */
  #made = 0

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** The refunded amount of a session's payment, in cents. */
  refundedOf({ payment_intent: intent, amount_total }: FakeSession): number {
    if (this.refunds.has(intent ?? '')) return amount_total
    const parts = this.parts.filter((part) => part.intent === intent)
    return parts.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** The sessions of a charge: one, unless an idempotency key was lost. */
  sessionsOf(chargeId: string): FakeSession[] {
    return [...this.sessions.values()].filter((one) => one.client_reference_id === chargeId)
  }

  /**
   * Pays on the session's page.
   * @returns the event that Stripe would send.
   */
  pay(session: FakeSession, change: Partial<FakeSession> = {}) {
    const paid = { status: 'complete', payment_status: 'paid', url: null } as const
    Object.assign(session, paid, { payment_intent: `pi_${session.id}` }, change)
    return this.event('checkout.session.completed', session)
  }

  /**
   * Expires the session unpaid.
   * @returns the event that Stripe would send.
   */
  expire(session: FakeSession) {
    Object.assign(session, { status: 'expired', url: null })
    return this.event('checkout.session.expired', session)
  }

  /**
   * Refunds everything, as if by hand in Stripe's dashboard.
   * @returns the event that Stripe would send.
   */
  refundByHand(session: FakeSession) {
    this.refunds.set(session.payment_intent ?? '', 'by hand')
    return this.refundedEvent(session)
  }

  /**
   * Refunds part of a payment, as if by hand in Stripe's dashboard.
   * @param amount in cents
   * @returns the event that Stripe would send.
   */
  refundPartByHand(session: FakeSession, amount: number) {
    const intent = session.payment_intent ?? ''
    this.parts.push({ intent, amount, key: 'by hand', metadata: { refund_key: '' } })
    return this.refundedEvent(session)
  }

  /** The event that Stripe sends after each refund, with the total refunded so far. */
  refundedEvent(session: FakeSession) {
    const { metadata, amount_total: amount } = session
    const amount_refunded = this.refundedOf(session)
    return this.event('charge.refunded', {
      id: `ch_${session.payment_intent}`,
      object: 'charge',
      metadata,
      amount,
      amount_refunded,
      refunded: amount_refunded === amount,
    })
  }

  event(type: string, object: object, created = Date.now()) {
    return {
      id: `evt_${++this.#events}_${createHash('md5').update(this.address).digest('hex')}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(created / 1000),
      livemode: false,
      type,
      data: { object: structuredClone(object) },
    }
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const words = Buffer.concat(chunks).toString()
    const key = String(request.headers['idempotency-key'] ?? '')
    const call = `${request.method} ${request.url?.split('?')[0]}`
    const fault = this.fault(call, key)
    const answer = fault?.when === 'before' ? null : this.#once(call, key, words, request.url ?? '')
    if (fault?.does === 'silence') return
    if (fault?.does === 'reset') return void request.socket.destroy()
    const failed = { error: { type: 'api_error', message: 'The fake fails on purpose.' } }
    response.writeHead(fault ? fault.does : (answer?.status ?? 500), {
      'content-type': 'application/json',
      'request-id': 'req_stand_in',
    })
    response.end(JSON.stringify(fault ? failed : answer?.body))
  }

  /** Returns the first response again for a repeated key, or an error if the parameters differ. */
  #once(call: string, key: string, words: string, url: string): Answer {
    const kept = this.#answers.get(key)
    if (key && kept) {
      return kept.words === words ? kept.answer : errorAnswer('idempotency_error', 'other words')
    }
    const answer = this.#answer(call, key, new URLSearchParams(words), new URL(url, 'http://x'))
    // A copy, because the session may change later, but the first response must not.
    if (key && answer.status < 400) {
      this.#answers.set(key, { words, answer: structuredClone(answer) })
    }
    return answer
  }

  #answer(call: string, key: string, form: URLSearchParams, { searchParams }: URL): Answer {
    if (call === 'POST /v1/checkout/sessions') return this.#makeSession(form, key)
    if (call === 'GET /v1/checkout/sessions') return this.#list(searchParams)
    if (call === 'POST /v1/refunds') return this.#refund(form, key)
    if (call === 'GET /v1/refunds') return this.#listRefunds(searchParams)
    const [, method, id = '', act] = /^(GET|POST) .*\/(cs_\w+?)(\/expire)?$/.exec(call) ?? []
    const session = this.sessions.get(id)
    if (!session) return errorAnswer('resource_missing', call, 404)
    if (method === 'POST' && act) {
      if (session.status !== 'open') return errorAnswer('resource_missing', 'no longer open')
      this.expire(session)
    }
    return { status: 200, body: session }
  }

  #makeSession(form: URLSearchParams, key: string): Answer {
    const words = Object.fromEntries(form)
    const now = Math.floor(Date.now() / 1000)
    const left = Number(words.expires_at) - now
    if (left < 1800 || left > 86400) return errorAnswer('parameter_invalid', 'expires_at')
    // Stripe removed this parameter in API version 2026-09-30.
    if ('payment_method_types[0]' in words) return errorAnswer('parameter_unknown', 'types')
    if (sumOfLines(words) < MINIMUM_CENTS) return errorAnswer('amount_too_small', 'below 50 cents')
    this.asked.push({ ...words, key })
    this.#made += 1
    const id = `cs_test_${this.#made}`
    const session: FakeSession = {
      id,
      object: 'checkout.session',
      created: now,
      client_reference_id: words.client_reference_id ?? '',
      metadata: { payment_id: words['metadata[payment_id]'] ?? '' },
      order_id: words['metadata[order_id]'] ?? '',
      amount_total: sumOfLines(words),
      currency: words['line_items[0][price_data][currency]'] ?? '',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      url: `${this.address}/pay/${id}`,
    }
    this.sessions.set(id, session)
    return { status: 200, body: session }
  }

  #list(query: URLSearchParams): Answer {
    const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lte]'))]
    const all = [...this.sessions.values()]
      .reverse()
      .filter(({ created }) => created >= from && created <= to)
    const start = 1 + all.findIndex(({ id }) => id === query.get('starting_after'))
    const page = all.slice(start, start + Number(query.get('limit') ?? 10))
    const has_more = start + page.length < all.length
    const data = query.has('expand[0]') ? page.map((one) => this.#expanded(one)) : page
    return { status: 200, body: { object: 'list', url: '/v1/checkout/sessions', data, has_more } }
  }

  /** The session as it appears in lists with `data.payment_intent.latest_charge` expanded. */
  #expanded(session: FakeSession): object {
    const { payment_intent: id } = session
    if (!id) return session
    const amount_refunded = this.refundedOf(session)
    return {
      ...session,
      payment_intent: { id, latest_charge: { id: `ch_${id}`, amount_refunded } },
    }
  }

  #refund(form: URLSearchParams, key: string): Answer {
    const intent = form.get('payment_intent') ?? ''
    const amount = Number(form.get('amount'))
    const session = [...this.sessions.values()].find((one) => one.payment_intent === intent)
    const left = session ? session.amount_total - this.refundedOf(session) : amount
    if (this.refunds.has(intent) || left === 0)
      return errorAnswer('charge_already_refunded', intent)
    if (amount > left) return errorAnswer('amount_too_large', intent)
    const refund_key = form.get('metadata[refund_key]') ?? ''
    if (amount) this.parts.push({ intent, amount, key, metadata: { refund_key } })
    else this.refunds.set(intent, key)
    return { status: 200, body: { id: `re_${intent}`, object: 'refund', status: 'succeeded' } }
  }

  #listRefunds(query: URLSearchParams): Answer {
    const data = this.parts
      .filter(({ intent }) => intent === query.get('payment_intent'))
      .map((part, index) => ({ id: `re_${index}`, object: 'refund', status: 'succeeded', ...part }))
    return { status: 200, body: { object: 'list', url: '/v1/refunds', data, has_more: false } }
  }

  /** Forgets the responses for all keys, as Stripe does after a day or more. */
  forgetKeys(): void {
    this.#answers.clear()
  }
}

function sumOfLines(words: Record<string, string>): number {
  let sum = 0
  for (let index = 0; words[`line_items[${index}][quantity]`]; index++) {
    const line = `line_items[${index}]`
    sum += Number(words[`${line}[price_data][unit_amount]`]) * Number(words[`${line}[quantity]`])
  }
  return sum
}

function errorAnswer(code: string, message: string, status = 400): Answer {
  const type = code === 'idempotency_error' ? code : 'invalid_request_error'
  return { status, body: { error: { type, code, message } } }
}
