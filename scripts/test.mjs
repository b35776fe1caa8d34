/**
 * `npm test`: tests every rule of the shop once; works in a fresh clone. `npm run check` (`--quick`) is the part that
 * needs neither a database nor a browser. `npm test -- FILE...` runs only these test files, at full volume if one of
 * them is a `*.full.test.ts`.
 */
import { ensureChromium } from './browsers.mjs'
import { begin, checkSource, countedStep, end, storiesStep, vitestStep } from './steps.mjs'

const isQuick = process.argv.includes('--quick')
const files = process.argv.slice(2).filter((word) => word !== '--quick')
const node = begin()
if (files.length > 0) {
  const isFull = files.some((file) => file.includes('.full.'))
  await vitestStep('Tests', files, isFull ? { TEST_VOLUME: 'full' } : {})
  end()
}
await checkSource()
if (isQuick) {
  await vitestStep('Tests without a database', [], { TEST_DATABASE_URL: 'off' })
} else {
  await vitestStep('Unit and API tests')
  const chromium = ensureChromium(node)
  await Promise.all([
    countedStep('Row types that no test checked', ['tests/house/unseen-templates.ts']),
    storiesStep('Stories in Chromium', [], { CHROMIUM: chromium }),
  ])
}
end()
