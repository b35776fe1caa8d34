/** The handlers for the outbox's topics, which define how events become messages or which side effects they have. */
import type { Message } from './message.ts'
import type { OutboxEvent } from './outbox.store.ts'
import type { Topic } from './topics.ts'

/** Returns each event's messages, in the order of the events. */
export type Translate<Payload = unknown> = (
  events: readonly OutboxEvent<Payload>[],
) => Promise<Message[][]>

export type Act<Payload> = (event: OutboxEvent<Payload>) => Promise<void>

export function createTranslators(warn: (error: unknown, what: string) => void) {
  const translators = new Map<string, Translate>()
  const singly = new Set<string>()

  async function translateGroup(
    translator: Translate,
    group: readonly OutboxEvent[],
    outcomes: Map<number, Message[]>,
  ): Promise<void> {
    try {
      const messages = await translator(group)
      for (const [index, { id }] of group.entries()) outcomes.set(id, messages[index] ?? [])
    } catch (error) {
      const [only] = group
      if (group.length === 1 && only) {
        return warn(error, `event ${only.id} (${only.topic}) failed on attempt ${only.attempts}`)
      }
      // The events are retried one by one, so that an untranslatable one does not block the others.
      for (const event of group) await translateGroup(translator, [event], outcomes)
    }
  }

  return {
    /** Registers how a topic's events become messages. Events whose topic has no handler remain in the outbox. */
    on<Payload>(topic: Topic<Payload>, translator: Translate<Payload>): void {
      translators.set(topic.name, async (events) =>
        translator(events.map((event) => ({ ...event, payload: topic.read(event.payload) }))),
      )
    },

    /**
     * Registers the side effect, such as an email, of a topic whose events do not become messages. Events are handled
     * individually, so that when one fails and is retried, the others are not repeated.
     */
    onEach<Payload>(topic: Topic<Payload>, act: Act<Payload>): void {
      singly.add(topic.name)
      translators.set(topic.name, async (events) => {
        for (const event of events) await act({ ...event, payload: topic.read(event.payload) })
        return []
      })
    },

    topics: (): string[] => [...translators.keys()],

    /** @returns the messages of each event that could be translated, keyed by event id. */
    async translate(events: readonly OutboxEvent[]): Promise<Map<number, Message[]>> {
      const outcomes = new Map<number, Message[]>()
      for (const [topic, group] of Map.groupBy(events, (event) => event.topic)) {
        const translator = translators.get(topic)
        if (!translator) continue
        if (singly.has(topic)) {
          await Promise.all(group.map((event) => translateGroup(translator, [event], outcomes)))
        } else {
          await translateGroup(translator, group, outcomes)
        }
      }
      return outcomes
    },
  }
}
