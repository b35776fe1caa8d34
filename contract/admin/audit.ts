import { type Static, Type } from 'typebox'
import { Id, IdInput, Nullable, Timestamp } from '../schema.ts'
import { Moment, NextCursor, pageQuery, staffEndpoint } from './shared.ts'

export const AUDITED = [
  'product',
  'order',
  'parcel',
  'customer',
  'slide',
  'partner',
  'email',
  'shipping_method',
  'coupon',
  'tax',
  'shop',
  'cash',
  'brand',
  'sub_category',
  'attribute',
  'family',
] as const
export type Audited = (typeof AUDITED)[number]

export const AuditEntry = Type.Object(
  {
    id: Id,
    actor: Type.Object({ id: Id, username: Type.String() }),
    action: Type.String(),
    entity: Type.Enum(AUDITED),
    entity_id: Nullable(Id),
    before: Type.Unknown({ description: 'the changed fields with their old values, or null' }),
    after: Type.Unknown({ description: 'the changed fields with their new values, or null' }),
    at: Timestamp,
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditQuery = Type.Object({
  actor: Type.Optional(IdInput),
  entity: Type.Optional(Type.Enum(AUDITED)),
  entity_id: Type.Optional(IdInput),
  from: Moment,
  to: Moment,
  ...pageQuery,
})
export type AuditQuery = Static<typeof AuditQuery>

export const listAudit = staffEndpoint('GET /api/admin/audit', {
  summary: 'The audit log, newest first',
  query: AuditQuery,
  replies: { 200: Type.Object({ entries: Type.Array(AuditEntry), nextCursor: NextCursor }) },
})
