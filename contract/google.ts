import { type Static, Type } from 'typebox'
import { SignedIn } from './accounts.ts'
import { endpointsOf } from './endpoint.ts'

const endpoint = endpointsOf('Google')

/** Reasons why a sign-in with Google failed; sent in the fragment of the page's URL. */
export const GOOGLE_ERRORS = ['denied', 'failed', 'unavailable', 'unverified', 'closed'] as const
export type GoogleError = (typeof GOOGLE_ERRORS)[number]

const Redirect = {
  302: Type.Null({
    description: 'to the URL in `Location`',
    headers: { Location: { required: true, schema: { type: 'string' } } },
  }),
}

/** Opened by navigation rather than called: it responds with a redirect and a short-lived cookie. */
export const startGoogle = endpoint('GET /api/auth/google', {
  summary: 'Start a sign-in with Google',
  access: 'public',
  replies: Redirect,
  errors: ['not_found'],
})

export const returnFromGoogle = endpoint('GET /api/auth/google/return', {
  summary:
    'Return from Google: redirects to /sign-in#google={code} or /sign-in#google-error={reason}',
  access: 'public',
  replies: Redirect,
  errors: ['not_found'],
})

const Code = Type.String({ minLength: 1, maxLength: 200 })

export const GoogleTokenReply = Type.Union([
  SignedIn,
  Type.Object({ link: Type.Object({ email: Type.String() }) }),
])
export type GoogleTokenReply = Static<typeof GoogleTokenReply>

export const exchangeGoogleCode = endpoint('POST /api/auth/google/token', {
  summary:
    'Exchange the code for a token, once, in the browser that returned from Google. If an account with the same email exists but is not linked to Google, returns that email instead',
  access: 'public',
  body: Type.Object({ code: Code }),
  replies: { 200: GoogleTokenReply },
  errors: ['second_factor_required'],
})

export const linkGoogle = endpoint('POST /api/auth/google/link', {
  summary:
    "Link Google to the account with the same email, using that account's password, and sign in",
  access: 'public',
  body: Type.Object({ code: Code, password: Type.String({ maxLength: 1000 }) }),
  replies: { 200: SignedIn },
  errors: ['bad_credentials', 'second_factor_required'],
})
