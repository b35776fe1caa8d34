/** Ordering without an account, if the shop allows it. */
import { Type } from 'typebox'
import { RegisterBody, SignedIn } from './accounts.ts'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('Guests')

export const beginAsGuest = endpoint('POST /api/guests', {
  summary:
    'Start ordering without an account: returns the token of a session limited to the calls needed for a purchase. Returns a 404 unless the shop allows it',
  access: 'public',
  body: Type.Pick(RegisterBody, ['username', 'email']),
  replies: { 201: SignedIn },
  errors: ['not_found'],
})

export const openGuestLink = endpoint('POST /api/guests/link', {
  summary:
    "Open the link in an email about a guest's order: returns the token of a new session for that guest, or a 409 once the order belongs to an account",
  access: 'public',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  replies: { 200: SignedIn },
  errors: ['not_found', 'conflict'],
})
