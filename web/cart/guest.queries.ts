import type { BodyOf } from '#contract/endpoint.ts'
import type { beginAsGuest } from '#contract/guests.ts'
import { request } from '#web/api/request.ts'
import { storeSession } from '#web/api/stored-session.ts'

/** Signs this browser in as a new guest, until the guest signs out or signs in to an account. */
export async function startGuest(body: BodyOf<typeof beginAsGuest>): Promise<void> {
  storeSession(await request('POST /api/guests', { body }))
}
