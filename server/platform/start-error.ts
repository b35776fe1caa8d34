/** A reason why the shop cannot start: one sentence that names the problem and what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

/** An unusable setting: starting again without changing it does not help. */
export class SettingError extends StartError {
  override readonly name = 'SettingError'
}
