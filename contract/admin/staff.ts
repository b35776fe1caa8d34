/** Staff accounts, managed by the owners. */
import { type Static, Type } from 'typebox'
import { StaffRole } from '../accounts.ts'
import { EMAIL_MAX, USERNAME_MAX } from '../limits.ts'
import { CODE, Id, MessageReply } from '../schema.ts'
import { editOf, staffEndpoint, versioned, Words } from './shared.ts'

export const StaffForm = Type.Object({
  name: Words(USERNAME_MAX),
  email: Type.String({
    ...CODE,
    minLength: 1,
    maxLength: EMAIL_MAX,
    format: 'email',
    description: 'stays what it was when a member of staff is edited',
  }),
  role: StaffRole,
  is_active: Type.Boolean({ description: 'may sign in, as everybody who is invited' }),
})
export type StaffForm = Static<typeof StaffForm>

export const StaffMember = Type.Object(
  {
    id: Id,
    ...StaffForm.properties,
    is_invited: Type.Boolean({ description: 'has not yet chosen a password' }),
    has_second_factor: Type.Boolean(),
    ...versioned,
  },
  { title: 'StaffMember' },
)
export type StaffMember = Static<typeof StaffMember>

const Reply = Type.Object({ data: StaffMember })

export const listStaff = staffEndpoint('GET /api/admin/staff', {
  summary: 'Everybody who works in the shop, owners first',
  replies: { 200: Type.Object({ staff: Type.Array(StaffMember) }) },
})

export const inviteStaff = staffEndpoint('POST /api/admin/staff', {
  summary:
    'Invite somebody by e-mail, once more if need be, or give a role to a customer who confirmed the address',
  stepUp: true,
  body: StaffForm,
  replies: { 201: Reply },
})

export const editStaff = staffEndpoint('PUT /api/admin/staff/{id}', {
  summary: 'Change a name, a role, or who may sign in; never of yourself',
  stepUp: true,
  body: Type.Object({ ...StaffForm.properties, ...editOf }),
  replies: { 200: Reply },
  errors: ['edited_meanwhile'],
})

export const removeStaff = staffEndpoint('DELETE /api/admin/staff/{id}', {
  summary: 'Take the role away: every session ends, and the account is a customer',
  stepUp: true,
  replies: { 200: MessageReply },
})

const Rule = Type.Object({ is_required: Type.Boolean() })

export const requireSecondFactor = staffEndpoint('PUT /api/admin/staff/second-factor', {
  summary:
    'Require a second factor of everybody who works in the shop, once you have one; who has none is signed out, and may do nothing before',
  stepUp: true,
  body: Rule,
  replies: { 200: Rule },
  errors: ['conflict'],
})

export const resetSecondFactor = staffEndpoint('DELETE /api/admin/staff/{id}/second-factor', {
  summary:
    'Turn the second factor of a member of staff off, whose phone is lost; every session ends',
  stepUp: true,
  replies: { 200: Reply },
})
