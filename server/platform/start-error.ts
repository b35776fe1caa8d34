/** A reason why the shop cannot start: one sentence that names the thing and what to do. */
export class StartError extends Error {
  override name = 'StartError'
}
