/** Calls the receivers of a channel's notifications, for either engine. */

/** Takes the payload of one notification. */
export type Receive = (payload: string) => void

/** An error thrown by one receiver would else end the process before the others are called. */
export function receiveEach(channel: string, payload: string, receivers: readonly Receive[]): void {
  for (const receive of receivers) {
    try {
      receive(payload)
    } catch (error) {
      const reason = error instanceof Error ? error.stack : String(error)
      process.emitWarning(`a notification on ${channel} was not handled: ${reason}`)
    }
  }
}
