/** Why the shop cannot start, or why a command such as a backup failed: only the message is reported, not the stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** An unusable setting: starting again without changing it does not help. */
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
