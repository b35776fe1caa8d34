import { type Static, Type } from 'typebox'
import { Address } from './addresses.ts'
import { CartItem } from './cart-item.ts'
import { endpointsOf } from './endpoint.ts'
import { SaidOfDevice } from './fits.ts'
import { Invoice } from './invoices.ts'
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, PROFILE_FIELD_MAX, USERNAME_MAX } from './limits.ts'
import { LOCALE_CODES } from './locale.ts'
import { Order } from './orders.ts'
import { Passkey } from './passkeys.ts'
import { ROLES } from './roles.ts'
import {
  CODE,
  CurrentPassword,
  Id,
  LINE,
  MessageReply,
  NOT_BLANK,
  NOT_EMPTY,
  Nullable,
  PICTURE_FILE,
  Timestamp,
  upload,
} from './schema.ts'
import { Session } from './sessions.ts'

const endpoint = endpointsOf('Accounts')

export const AccountType = Type.Union([Type.Literal('customer'), Type.Literal('admin')])
export type AccountType = Static<typeof AccountType>

export const StaffRole = Type.Enum(ROLES)

export const User = Type.Object(
  {
    id: Id,
    username: Type.String(),
    email: Type.String(),
    emailConfirmed: Type.Boolean({
      description:
        'whether the email has been confirmed, through the link sent to it or by signing in with Google; always true if the shop sends no email',
    }),
    pendingEmail: Nullable(
      Type.String({
        description:
          'the new email, which replaces `email` once the link sent to it is opened; null if no change is pending',
      }),
    ),
    guest: Type.Boolean({
      description: 'whether the user is a guest, created for purchases without an account',
    }),
    phone: Nullable(Type.String()),
    country: Nullable(Type.String()),
    city: Nullable(Type.String()),
    profileImage: Nullable(Type.String()),
    account_type: AccountType,
    role: Nullable({ ...StaffRole, description: 'the role of a staff member; null for customers' }),
  },
  { title: 'User' },
)
export type User = Static<typeof User>

const Username = Type.String({ ...LINE, minLength: 1, maxLength: USERNAME_MAX, pattern: NOT_BLANK })
// With `minLength`, an empty email is reported as required rather than invalid.
const Email = Type.String({ ...CODE, minLength: 1, maxLength: EMAIL_MAX, format: 'email' })
const Password = Type.String({
  minLength: PASSWORD_MIN,
  maxLength: PASSWORD_MAX,
  pattern: NOT_EMPTY,
})
const profileField = (reads: typeof CODE | typeof LINE) =>
  Type.Optional(Nullable(Type.String({ ...reads, maxLength: PROFILE_FIELD_MAX })))

export const RegisterBody = Type.Object({
  username: Username,
  email: Email,
  password: Password,
  // Optional, so that a missing confirmation is reported on `password`: older clients do not show this field's errors.
  password_confirmation: Type.Optional(
    Type.String({ maxLength: PASSWORD_MAX, description: 'must be the same as `password`' }),
  ),
})
export type RegisterBody = Static<typeof RegisterBody>

/** The reply to a rejected sign-up, sent with status 200: clients check its `error`. */
const SignUpRefused = Type.Object(
  { error: Type.Literal(true), data: Type.Record(Type.String(), Type.String()) },
  {
    description:
      'no account was created, because there were too many sign-ups from one IP address; `data` maps fields to messages',
  },
)

export const register = endpoint('POST /api/auth/register', {
  summary: 'Create a customer account',
  access: 'public',
  body: RegisterBody,
  replies: { 200: SignUpRefused, 201: MessageReply },
})

/** The reply to every kind of sign-in. */
export const SignedIn = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  account_type: AccountType,
})
export type SignedIn = Static<typeof SignedIn>

export const login = endpoint('POST /api/auth/login', {
  summary: 'Exchange an email and a password for a bearer token',
  access: 'public',
  // Only lengths are validated, so that a malformed email gets the same response as a wrong password.
  body: Type.Object({
    email: Type.String({ ...CODE, maxLength: 1000 }),
    password: Type.String({ maxLength: 1000 }),
  }),
  replies: { 200: SignedIn },
  errors: ['bad_credentials', 'second_factor_required'],
})

export const logout = endpoint('POST /api/auth/logout', {
  summary: 'Sign out: end the session of this token',
  access: 'customer',
  replies: { 200: MessageReply },
})

export const currentUser = endpoint('GET /api/auth/user', {
  summary: 'The signed-in user',
  access: 'customer',
  replies: { 200: User },
})

export const currentUserAlias = endpoint('GET /api/user', {
  summary: 'Alias of `GET /api/auth/user`',
  access: 'customer',
  replies: { 200: User },
})

export const UpdateProfileBody = Type.Object({
  username: Username,
  email: Email,
  phone: profileField(CODE),
  country: profileField(LINE),
  city: profileField(LINE),
  password: Type.Optional(Type.Union([Type.Literal(''), Type.Null(), Password])),
  current_password: CurrentPassword,
})
export type UpdateProfileBody = Static<typeof UpdateProfileBody>

export const updateProfile = endpoint('PUT /api/auth/user/update', {
  summary:
    'Update your profile. An empty or absent password keeps the current password; a new password ends your other sessions. A new email takes effect once it is confirmed (`POST /api/auth/email/confirm`); sending the current email does not cancel a pending change (`POST /api/auth/email/keep` does). A new password or email needs `current_password` unless this session signed in or confirmed the password within the last ten minutes',
  access: 'customer',
  body: UpdateProfileBody,
  replies: { 200: Type.Object({ message: Type.String(), user: User }) },
})

export const uploadPicture = endpoint('POST /api/auth/upload_images', {
  summary: 'Replace your picture with the file in the multipart field `image`',
  access: 'customer',
  reads: upload('image', PICTURE_FILE),
  replies: { 200: Type.Object({ data: Type.Object({ profileImage: Type.String() }) }) },
})

export const requestPasswordLink = endpoint('POST /api/auth/password/email', {
  summary:
    'Request a password reset link by email; the response does not reveal whether the account exists',
  access: 'public',
  body: Type.Object({ email: Email }),
  replies: { 200: MessageReply },
})

export const resetPassword = endpoint('POST /api/auth/password/reset', {
  summary:
    'Set a new password with the token from the email; ends all sessions, unlinks Google and cancels any pending email change',
  access: 'public',
  body: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200 }),
    password: Password,
    password_confirmation: Type.String({ maxLength: PASSWORD_MAX }),
  }),
  replies: { 200: MessageReply },
})

export const confirmPassword = endpoint('POST /api/auth/password/confirm', {
  summary:
    'Re-enter your password; for the next ten minutes, this session can make calls that require a recent sign-in',
  access: 'customer',
  body: Type.Object({ current_password: Type.String({ minLength: 1, maxLength: 1000 }) }),
  replies: { 200: MessageReply },
})

const MailedToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) })

export const confirmEmail = endpoint('POST /api/auth/email/confirm', {
  summary:
    'Confirm an email with the token sent to it; if the email was pending, it replaces the current one',
  access: 'public',
  body: MailedToken,
  replies: { 200: MessageReply },
})

export const resendEmailLink = endpoint('POST /api/auth/email/resend', {
  summary: 'Resend the confirmation link, to the pending email if any',
  access: 'customer',
  replies: { 200: MessageReply },
})

export const keepEmail = endpoint('POST /api/auth/email/keep', {
  summary: 'Cancel a pending email change, if any',
  access: 'customer',
  replies: { 200: MessageReply },
})

export const undoEmailChange = endpoint('POST /api/auth/email/undo', {
  summary:
    'Undo or cancel an email change with the token sent to the previous email; ends all sessions, removes the password and emails a link to set a new one',
  access: 'public',
  body: MailedToken,
  replies: { 200: MessageReply },
})

export const closeAccount = endpoint('POST /api/auth/user/delete', {
  summary:
    'Delete your account permanently. Your orders are kept without your name, but your invoices still show it. Undelivered orders that are paid, being paid for or sent keep their address until they are delivered or canceled',
  access: 'customer',
  // Only the length is validated, as at sign-in, so that every wrong password gets the same response.
  body: Type.Object({ password: Type.String({ maxLength: 1000 }) }),
  replies: { 200: MessageReply },
  errors: ['forbidden'],
})

export const DataExport = Type.Object(
  {
    exported_at: Timestamp,
    profile: Type.Object({
      ...User.properties,
      locale: Type.Enum(LOCALE_CODES),
      created_at: Timestamp,
    }),
    addresses: Type.Array(Address),
    orders: Type.Array(Order),
    notes: Type.Array(Type.Object({ purchaseId: Id, note: Type.String() }), {
      description: 'your notes to the shop, at most one per purchase',
    }),
    invoices: Type.Array(Invoice, { description: 'invoices and credit notes, oldest first' }),
    cart: Type.Array(CartItem),
    devices: Type.Array(SaidOfDevice),
    ratings: Type.Array(
      Type.Object({ product: Id, name: Type.String(), stars: Type.Integer(), at: Timestamp }),
    ),
    sessions: Type.Array(Session),
    passkeys: Type.Array(Passkey),
    identities: Type.Array(
      Type.Object({ issuer: Type.String(), subject: Type.String(), linked_at: Timestamp }),
    ),
  },
  { title: 'DataExport' },
)
export type DataExport = Static<typeof DataExport>

export const downloadDataExport = endpoint('GET /api/auth/user/data', {
  summary: 'Everything the shop stores about you, as one JSON file',
  access: 'customer',
  replies: { 200: DataExport },
})
