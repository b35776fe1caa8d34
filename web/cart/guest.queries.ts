import type { BodyOf } from '#contract/endpoint.ts'
import type { beginAsGuest } from '#contract/guests.ts'
import { request } from '#web/api/request.ts'
import { storeSession } from '#web/api/stored-session.ts'

/** From now on this browser is the guest's, until the guest signs out or signs in. */
export async function startGuest(body: BodyOf<typeof beginAsGuest>): Promise<void> {
  storeSession(await request('POST /api/guests', { body }))
}
