/** How the owner's commands end. */
import { keepPrivate } from '#server/platform/private-folder.ts'
import { StartError } from '#server/platform/start-error.ts'

/**
 * Runs a command. What the owner can put right is one line: a StartError, an unknown option, a file
 * that cannot be read or written. Anything else is a defect and keeps its stack.
 * @param failed what to say first, for example "Nothing was saved"
 */
export async function runCommand(failed: string, run: () => Promise<void>): Promise<void> {
  keepPrivate()
  await run().catch((error: Error & { code?: string; path?: string }) => {
    const isExpected =
      error instanceof StartError || error.path || error.code?.startsWith('ERR_PARSE_ARGS')
    console.error(isExpected ? `${failed}: ${error.message}` : error)
    process.exitCode = 1
  })
}
