import { type Static, Type } from 'typebox'
import { AUDIT_ACTIONS, AUDITED, REFERRED } from '../audit-kinds.ts'
import { Id, IdInput, Nullable, named, Timestamp } from '../schema.ts'
import { Moment, NextCursor, pageQuery, staffEndpoint } from './shared.ts'

export const AuditEntry = Type.Object(
  {
    id: Id,
    actor: Type.Object({
      id: Id,
      username: Type.String(),
      api_token: Nullable(
        Type.String({
          description:
            'the name of the API token that acted for the owner; null if the actor was signed in',
        }),
      ),
    }),
    action: Type.Enum(AUDIT_ACTIONS),
    entity: Type.Enum(AUDITED),
    entity_id: Nullable(Id),
    before: Type.Unknown({
      description:
        'the changed fields with their old values; null for actions that have no old values, such as creations',
    }),
    after: Type.Unknown({
      description:
        'the changed fields with their new values; null for actions that have no new values, such as deletions',
    }),
    at: Timestamp,
  },
  { title: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditName = Type.Object({
  kind: Type.Enum(REFERRED),
  ...named,
})
export type AuditName = Static<typeof AuditName>

export const AuditQuery = Type.Object({
  actor: Type.Optional(IdInput),
  entity: Type.Optional(Type.Enum(AUDITED)),
  entity_id: Type.Optional(IdInput),
  action: Type.Optional(Type.Enum(AUDIT_ACTIONS)),
  from: Moment,
  to: Moment,
  ...pageQuery,
})
export type AuditQuery = Static<typeof AuditQuery>

export const listAudit = staffEndpoint('GET /api/admin/audit', {
  summary: 'The audit log, newest first',
  query: AuditQuery,
  replies: {
    200: Type.Object({
      entries: Type.Array(AuditEntry),
      names: Type.Array(AuditName, {
        description:
          'the current names of the entities in the entries, except those that no longer exist',
      }),
      nextCursor: NextCursor,
    }),
  },
})
