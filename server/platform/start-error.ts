/**
 * The reason why the shop cannot start or a command, such as a backup, failed. Only its message is reported, not its
 * stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}

/** An invalid setting. Restarting does not help unless it is changed. */
export class SettingError extends StartError {
  override readonly name = 'SettingError'
  readonly problems: readonly string[]

  constructor(...problems: [string, ...string[]]) {
    const [first, ...others] = problems
    const list = problems.map((problem) => `\n- ${problem}`).join('')
    super(others.length === 0 ? first : `${problems.length} settings must be changed:${list}`)
    this.problems = problems
  }
}
