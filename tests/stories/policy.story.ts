/** Every story fails if a page violates the content security policy; this one checks that violations are noticed. */
import { complaintsOf, expect, test } from './story.ts'

test('a page that violates the security policy is reported @firefox', async ({ context }) => {
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await page.goto('/')

  await page.evaluate(() => {
    const foreign = document.createElement('img')
    foreign.src = 'https://elsewhere.example/picture.png'
    document.body.append(foreign)
  })
  await expect.poll(() => complaints).toEqual([expect.stringContaining('elsewhere.example')])

  // Runs in a separate task, so that the error reaches the page's console rather than Playwright.
  await page.evaluate(() => {
    setTimeout(() => {
      document.body.innerHTML = '<p>Untrusted text</p>'
    })
  })
  await expect
    .poll(() => complaints.slice(1))
    .toContainEqual(expect.stringMatching(/TrustedHTML|require-trusted-types/))
  await page.close()
})
