/** Who hears the notifications of a channel, on either engine. */

/** Takes the payload of one notification. */
export type Receive = (payload: string) => void

/** What one receiver throws would else end the process, and the others would not hear. */
export function receiveEach(channel: string, payload: string, receivers: readonly Receive[]): void {
  for (const receive of receivers) {
    try {
      receive(payload)
    } catch (error) {
      const reason = error instanceof Error ? error.stack : String(error)
      process.emitWarning(`a notification on ${channel} was not taken: ${reason}`)
    }
  }
}
