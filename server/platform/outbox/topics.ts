/** Topics of the outbox. A topic's declaration types the payload for both its writers and its handlers. */
import { Ajv } from 'ajv'
import { type RawBuilder, sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { Handle } from '../db/database.ts'

export interface Topic<Payload> {
  name: string
  /**
   * Validates a stored payload.
   * @throws Error if the payload has a different shape, for example because another version wrote it. The event is then
   * retried.
   */
  read(stored: unknown): Payload
}

export type PayloadOf<Of> = Of extends Topic<infer Payload> ? Payload : never

const ajv = new Ajv()

/** @param payload the payload's schema: only names and ids, because handlers look up other data on delivery. */
export function defineTopic<Schema extends TSchema>(
  name: string,
  payload: Schema,
): Topic<Static<Schema>> {
  const isPayload = ajv.compile<Static<Schema>>(payload)
  return {
    name,
    read(stored) {
      if (isPayload(stored)) return stored
      throw new Error(
        `the stored payload does not match the topic ${name}: ${ajv.errorsText(isPayload.errors)}`,
      )
    },
  }
}

/** Writes an event. Notify the outbox after the commit. */
export async function writeEvent<Payload>(
  db: Handle,
  { name }: Topic<Payload>,
  payload: Payload,
): Promise<void> {
  await sql`
    insert into outbox (topic, payload) values (${name}, ${JSON.stringify(payload)}::text::jsonb)`.execute(
    db,
  )
}

/**
 * A payload built within a larger statement from an SQL expression per field. It is a single template without nested
 * ones, because it is compiled with its statement for every cart line and every order.
 */
export function payloadOf<Payload extends object>(
  _topic: Topic<Payload>,
  fields: { [Field in keyof Payload]: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const texts = Object.keys(fields).map(
    (field, index) => `${index === 0 ? 'jsonb_build_object(' : ', '}'${field}', `,
  )
  texts.push(')')
  return sql(Object.assign(texts, { raw: texts }), ...Object.values(fields))
}
