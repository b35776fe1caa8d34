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
    description: 'cannot be changed; ignored in edits',
  }),
  role: StaffRole,
  is_active: Type.Boolean({
    description: 'whether the staff member may sign in; ignored in invitations',
  }),
})
export type StaffForm = Static<typeof StaffForm>

export const StaffMember = Type.Object(
  {
    id: Id,
    ...StaffForm.properties,
    is_invited: Type.Boolean({
      description:
        'whether the invitation is still open: the account has no password and no linked Google account, and its email was never confirmed',
    }),
    has_second_factor: Type.Boolean(),
    ...versioned,
  },
  { title: 'StaffMember' },
)
export type StaffMember = Static<typeof StaffMember>

const Reply = Type.Object({ data: StaffMember })

export const listStaff = staffEndpoint('GET /api/admin/staff', {
  summary: 'All staff members, owners first',
  replies: { 200: Type.Object({ staff: Type.Array(StaffMember) }) },
})

export const inviteStaff = staffEndpoint('POST /api/admin/staff', {
  summary:
    'Invite somebody by email; a customer who has confirmed this email becomes a staff member',
  stepUp: true,
  body: StaffForm,
  replies: { 201: Reply },
})

export const editStaff = staffEndpoint('PUT /api/admin/staff/{id}', {
  summary: 'Change the name or role of another staff member, or whether they may sign in',
  stepUp: true,
  body: Type.Object({ ...StaffForm.properties, ...editOf }),
  replies: { 200: Reply },
  errors: ['edited_meanwhile'],
})

export const removeStaff = staffEndpoint('DELETE /api/admin/staff/{id}', {
  summary: 'Remove a staff member: their sessions end, and the account becomes a customer account',
  stepUp: true,
  replies: { 200: MessageReply },
})

const Rule = Type.Object({ is_required: Type.Boolean() })

export const requireSecondFactor = staffEndpoint('PUT /api/admin/staff/second-factor', {
  summary:
    'Set whether all staff must have a second factor. To require it, you must have a second factor yourself; staff members without one are then signed out and cannot make staff calls until they set one up',
  stepUp: true,
  body: Rule,
  replies: { 200: Rule },
  errors: ['conflict'],
})

export const resetSecondFactor = staffEndpoint('DELETE /api/admin/staff/{id}/second-factor', {
  summary:
    'Turn off the second factor of a staff member, for example after a lost phone; all their sessions end',
  stepUp: true,
  replies: { 200: Reply },
})
