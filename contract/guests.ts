/** Ordering without an account, where the shop allows it. */
import { Type } from 'typebox'
import { RegisterBody, SignedIn } from './accounts.ts'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('Guests')

export const beginAsGuest = endpoint('POST /api/guests', {
  summary:
    'Order without an account: a session that may make the calls of a purchase and no others. A 404 unless the shop allows it',
  access: 'public',
  body: Type.Pick(RegisterBody, ['username', 'email']),
  replies: { 201: SignedIn },
  errors: ['not_found'],
})

export const openGuestLink = endpoint('POST /api/guests/link', {
  summary:
    "Open the link that e-mails about a guest's order carry: a session of that guest. A 409 once the order belongs to an account",
  access: 'public',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  replies: { 200: SignedIn },
  errors: ['not_found', 'conflict'],
})
