import { keepPrivate } from '#server/platform/private-folder.ts'
import { StartError } from '#server/platform/start-error.ts'

/**
 * Runs a command for the shop's owner. Errors that the owner can fix are printed as one line: a StartError, an unknown
 * option, a file that cannot be read or written. Any other error is printed with its stack.
 * @param failed the beginning of the error line, such as "Nothing was saved"
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
