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
    description: 'ignored when a member of staff is edited',
  }),
  role: StaffRole,
  is_active: Type.Boolean({
    description: 'may sign in; always true for somebody who is being invited',
  }),
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
  summary: 'All members of staff, owners first',
  replies: { 200: Type.Object({ staff: Type.Array(StaffMember) }) },
})

export const inviteStaff = staffEndpoint('POST /api/admin/staff', {
  summary:
    'Invite somebody by email, again if necessary, or give a role to a customer with this confirmed address',
  stepUp: true,
  body: StaffForm,
  replies: { 201: Reply },
})

export const editStaff = staffEndpoint('PUT /api/admin/staff/{id}', {
  summary:
    'Change the name or role of a member of staff, or whether they may sign in; never your own',
  stepUp: true,
  body: Type.Object({ ...StaffForm.properties, ...editOf }),
  replies: { 200: Reply },
  errors: ['edited_meanwhile'],
})

export const removeStaff = staffEndpoint('DELETE /api/admin/staff/{id}', {
  summary: "Remove a member of staff: their sessions end, and the account becomes a customer's",
  stepUp: true,
  replies: { 200: MessageReply },
})

const Rule = Type.Object({ is_required: Type.Boolean() })

export const requireSecondFactor = staffEndpoint('PUT /api/admin/staff/second-factor', {
  summary:
    'Require a second factor of all staff, once you have one; staff who have none are signed out and must set one up first',
  stepUp: true,
  body: Rule,
  replies: { 200: Rule },
  errors: ['conflict'],
})

export const resetSecondFactor = staffEndpoint('DELETE /api/admin/staff/{id}/second-factor', {
  summary:
    'Turn off the second factor of a member of staff who lost their phone; all their sessions end',
  stepUp: true,
  replies: { 200: Reply },
})
