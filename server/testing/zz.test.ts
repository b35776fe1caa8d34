import { expect, it } from 'vitest'
import { describeShop } from './shop.ts'
describeShop('x', (shop) => {
  it('x', async () => {
    shop.app.addHook
    for (const u of ['/media/..%2f..%2fpackage.json','/media/../../package.json','/media/%2e%2e/x.webp','/media/.git/config','/media/a%00b.webp','/media/','/media/x%5c..%5cpackage.json','/media/'+'x'.repeat(5000)+'.webp','/media/%']) {
      const a = await shop.app.inject(u); console.log(u.slice(0,40), a.statusCode, a.payload.slice(0,150))
    }
  })
}, ['pglite'])
