import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { Calls } from './calls.ts'
import { type PartsOf, requestUntyped } from './request.ts'

/** The property of a reply, or the whole reply if there is no name. */
type Picked<Reply, Name> = Name extends keyof Reply ? Reply[Name] : Reply

/**
 * Query options that load an endpoint's reply, aborted once no screen needs it.
 * @param pick the property of the reply to keep; by default, the whole reply
 */
export function load<
  const Key extends readonly unknown[],
  Call extends keyof Calls,
  Name extends keyof ReplyOf<Calls[Call]> | undefined = undefined,
>(queryKey: Key, call: Call, parts: PartsOf<Call>, pick?: Name) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const reply = await requestUntyped(call, { ...(parts as object), signal })
      const picked = pick ? (reply as Record<PropertyKey, unknown>)[pick] : reply
      return picked as Picked<ReplyOf<Calls[Call]>, Name>
    },
  })
}
