import { expect, it } from 'vitest'
import { LEGAL_TEXT_MAX } from '#contract/limits.ts'
import { checkInvariants } from '#tests/kit/invariants.ts'
import { describeShop } from '#tests/kit/shop.ts'

describeShop('legal pages', (shop) => {
  const write = async (page: string, body: object) =>
    shop.call('PUT', `/api/admin/legal-pages/${page}`, { token: (await shop.admin()).token, body })
  const published = async () => (await shop.call('GET', '/api/config')).body.legal

  it('are read by everybody once they are written, and gone once they are empty', async () => {
    expect(await published()).toEqual([])
    expect((await shop.call('GET', '/api/legal/terms')).status).toBe(404)

    const { status, body } = await write('terms', { text: ' # Terms\n<b>x</b>\n', text_ar: 'شروط' })
    expect([status, body.data]).toEqual([
      200,
      {
        page: 'terms',
        text: '# Terms\n<b>x</b>',
        text_ar: 'شروط',
        updated_at: expect.stringMatching(/^20\d\d-/),
        version: expect.any(String),
      },
    ])
    await write('privacy', { text: '', text_ar: 'خصوصية' })
    expect(await published()).toEqual(['privacy', 'terms'])
    expect((await shop.call('GET', '/api/legal/terms')).body).toMatchObject({ text_ar: 'شروط' })

    await write('terms', { text: ' \n ', text_ar: '' })
    expect(await published()).toEqual(['privacy'])
    expect((await shop.call('GET', '/api/legal/terms')).status).toBe(404)
    expect(await checkInvariants(shop.db.run)).toEqual([])
  })

  it('are of four kinds and have a limit', async () => {
    expect((await shop.call('GET', '/api/legal/cookies')).status).toBe(404)
    expect((await write('cookies', { text: 'x', text_ar: '' })).status).toBe(404)
    const most = { text: 'x'.repeat(LEGAL_TEXT_MAX), text_ar: 'ق'.repeat(LEGAL_TEXT_MAX) }
    expect((await write('returns', most)).status).toBe(200)
    const more = await write('returns', { ...most, text: `${most.text}x` })
    expect([more.status, Object.keys(more.body.errors)]).toEqual([422, ['text']])
  })

  it('are in the audit log by what changed, and the last of two saves at once stays whole', async () => {
    await Promise.all([
      write('accessibility', { text: 'one', text_ar: 'واحد' }),
      write('accessibility', { text: 'two', text_ar: 'اثنان' }),
    ])
    const { body } = await shop.call('GET', '/api/legal/accessibility')
    expect([
      ['one', 'واحد'],
      ['two', 'اثنان'],
    ]).toContainEqual([body.text, body.text_ar])
    const rows = await shop.sql<{ before: object; after: object }>`
      select before, after from audit_entry where after ? 'accessibility' order by id`
    expect(rows).toHaveLength(2)
    expect(rows[0]?.before).toEqual({ accessibility: '', accessibility_ar: '' })
    expect(rows[1]?.before).toEqual(rows[0]?.after)
  })
})
