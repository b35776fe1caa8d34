/** The control of the security policy: a page that breaks it is seen to do so. */
import { breaksPolicy, expect, test } from './story.ts'

test('a page that breaks the security policy says so on the console', async ({ context }) => {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  await page.goto('/')

  await page.evaluate(() => {
    const foreign = document.createElement('img')
    foreign.src = 'https://elsewhere.example/picture.png'
    document.body.append(foreign)
  })
  await expect.poll(() => complaints.filter(breaksPolicy).length).toBe(1)

  const refused = page.evaluate(() => {
    document.body.innerHTML = '<p>Text that nobody vouched for</p>'
  })
  await expect(refused).rejects.toThrow(/TrustedHTML/)
  await page.close()
})
