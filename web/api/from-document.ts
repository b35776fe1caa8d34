import { callAddress } from '#contract/call-address.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from './calls.ts'
import { accessToken, onSessionChange } from './stored-session.ts'

/** The responses for the first screen, keyed by request path and query (server/shop/page-document.ts). */
let answers: Record<string, unknown> = JSON.parse(
  document.getElementById('answers')?.textContent || '{}',
)

/** Responses unused after 10 seconds are outdated; public/boot.js drops its own after the same time. */
setTimeout(forget, 10_000)
onSessionChange(forget)

function forget(): void {
  answers = {}
}

/** Sets the responses for the next screen that web/render.tsx renders. */
export function bringAnswers(brought: typeof answers): void {
  answers = { ...brought }
}

/** A document restored by Back or Forward is outdated. */
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
const initialDataUpdatedAt = visit?.type === 'back_forward' ? 0 : Date.now()

/** Query options with the response embedded in the document; each response is used only once. */
export function fromDocument<Call extends keyof Calls, Data = ReplyOf<Calls[Call] & Endpoint>>(
  call: Call,
  parts: { params?: Record<string, number>; query?: object } = {},
  as = (reply: ReplyOf<Calls[Call] & Endpoint>) => reply as unknown as Data,
) {
  return {
    initialDataUpdatedAt,
    initialData(): Data | undefined {
      const address = callAddress(call.slice(4), parts.params, { ...parts.query })
      const answer = answers[address] as Parameters<typeof as>[0] | undefined
      delete answers[address]
      return answer && as(answer)
    },
  }
}

/**
 * `initialDataUpdatedAt` for lists, which may lag behind recent orders. For signed-in users, lists are outdated from
 * the start, because the recent orders may be their own.
 */
export const listUpdatedAt = accessToken() ? 0 : initialDataUpdatedAt
