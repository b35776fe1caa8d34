/** Topics of the outbox: the declaration of a topic gives its writers and its handlers the type of the payload. */
import { Ajv } from 'ajv'
import { type RawBuilder, sql } from 'kysely'
import type { Static, TSchema } from 'typebox'
import type { Handle } from '../db/database.ts'

export interface Topic<Payload> {
  name: string
  /**
   * Validates a stored payload.
   * @throws Error if the payload has a different shape, because a different version wrote it, for example: the event is
   * then retried.
   */
  read(stored: unknown): Payload
}

export type PayloadOf<Of> = Of extends Topic<infer Payload> ? Payload : never

const ajv = new Ajv()

/** @param payload the schema of the payload: only names and ids, because handlers look up other data at delivery. */
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
        `the stored payload does not fit the topic ${name}: ${ajv.errorsText(isPayload.errors)}`,
      )
    },
  }
}

/** Writes an event; notify the outbox after the commit. */
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
 * A payload that is built inside a larger statement, from an SQL expression for each field. It is one template without
 * nested templates, because it is compiled with its statement for each cart line and each order.
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
