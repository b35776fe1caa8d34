import { expect, it } from 'vitest'
import { SUGGESTIONS_MAX } from '#contract/limits.ts'
import type { Suggestion } from '#contract/product-lists.ts'
import { describeDemoShop } from '#tests/kit/shop.ts'

describeDemoShop('suggestions', (shop) => {
  const suggest = async (q: string, category = ''): Promise<Suggestion[]> => {
    const { status, body } = await shop.call('GET', '/api/products/suggest', {
      query: { q, category },
    })
    expect(status).toBe(200)
    return body.suggestions
  }

  it('have the wire format of the contract', async () => {
    const [first] = await suggest('orvane one pro')

    expect(first).toEqual({
      id: expect.any(Number),
      name: 'Orvane One Pro 5G 256 GB',
      name_ar: 'هاتف أورفان ون برو 5G سعة 256 جيجابايت',
      category: 'Phones',
      profileImage: '/media/orvane-one-pro/384.webp',
      price: expect.any(Number),
    })
  })

  it.for([
    ['earb', 'Earbuds'],
    ['wireless ea', 'Earbuds'],
    ['zelm fo', 'Zelmora Fold'],
    ['hedph', 'Headphones'],
    ['keybord', 'Keyboard'],
    ['onepro', 'Orvane One Pro'],
    ['سماع', 'Sonveil'],
    ['هاتف اورف', 'Orvane'],
    ['لابتوب', 'Laptop'],
    ['20k', 'Core 20K'],
    // No Orvane One has a word that begins with the letter being typed.
    ['orvane one z', 'Orvane One'],
  ])('come for %s', async ([typed = '', part = '']) => {
    expect((await suggest(typed))[0]?.name).toContain(part)
  })

  it('are at most a handful, of one category when it is named, and none for nothing', async () => {
    const all = await suggest('o')
    const phones = await suggest('orvane', 'Phones')

    expect(all.length).toBeLessThanOrEqual(SUGGESTIONS_MAX)
    expect(phones).toHaveLength(SUGGESTIONS_MAX)
    expect(new Set(phones.map(({ category }) => category))).toEqual(new Set(['Phones']))
    expect(await suggest('   ')).toEqual([])
    expect(await suggest('%')).toEqual([])
    expect(await suggest('xyzzyqq')).toEqual([])
  })
})
