import { callAddress } from '#contract/call-address.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from './calls.ts'
import { accessToken, onSessionChange } from './stored-session.ts'

/** The first screen's answers, by address (server/shop/page-document.ts). */
let answers: Record<string, unknown> = JSON.parse(
  document.getElementById('answers')?.textContent || '{}',
)

/** Like those requested by public/boot.js: answers that no screen has used by then are outdated. */
setTimeout(forget, 10_000)
onSessionChange(forget)

function forget(): void {
  answers = {}
}

/** Sets the answers for web/draw.tsx. */
export function bringAnswers(brought: typeof answers): void {
  answers = { ...brought }
}

/** A document that Back or Forward has restored is outdated. */
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
const initialDataUpdatedAt = visit?.type === 'back_forward' ? 0 : Date.now()

/** For a query: the answer that came with the document, once. */
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

/** For a list, which may lag behind orders, but not behind the signed-in user's own. */
export const listUpdatedAt = accessToken() ? 0 : initialDataUpdatedAt
