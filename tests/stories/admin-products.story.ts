import type { Page } from '@playwright/test'
import type { AdminProduct } from '#contract/admin/products.ts'
import type { Versioned } from '#contract/admin/shared.ts'
import type { ShopDetails } from '#contract/admin/shop-details.ts'
import { createProduct, signInAsOwner } from './admin-owner.ts'
import { aProduct, expect, FAILED_REQUESTS, idsOf, products, test, type } from './story.ts'

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('the owner adds a product with a picture, restocks it and deletes it @firefox', async ({
  page,
}) => {
  const name = `Lantern ${Date.now()}`
  await signInAsOwner(page)
  await page.goto('/admin/products')

  await page.getByRole('link', { name: 'New product' }).click()
  const editor = page.getByRole('dialog', { name: 'New product' })
  await expect(editor).toHaveCSS('display', 'block')
  await editor.getByLabel('Name', { exact: true }).fill(name)
  await type(editor.getByLabel('Price in $', { exact: true }), '24.50')
  await type(editor.getByLabel('Units in stock'), '3')
  await editor.getByLabel('Add pictures').setInputFiles({
    name: 'lantern.png',
    mimeType: 'image/png',
    buffer: PICTURE,
  })
  await expect(editor.getByText('Not uploaded yet')).toBeVisible()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Product saved.')).toBeVisible()

  await type(page.getByRole('searchbox'), name)
  await page.getByLabel('Show', { exact: true }).selectOption('Missing Arabic')
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('$24.50')
  await expect(row.getByText('Low')).toBeVisible()

  await row.getByRole('link', { name: `Stock: ${name}` }).click()
  await page.getByLabel(/^Units to add/).fill('20')
  await page.getByLabel('Reason').fill('Stock received')
  await page.getByRole('button', { name: 'Update stock' }).click()
  await expect(page.getByText('Stock updated.')).toBeVisible()
  await expect(row).toContainText('23')

  await row.getByRole('link', { name: `Delete: ${name}` }).click()
  await expect(page.getByRole('dialog')).toContainText('23 units are still in stock.')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Product deleted.')).toBeVisible()
  await expect(page.getByText('No results')).toBeVisible()
})

test('several products are changed at once, changed back, hidden and shown again @full', async ({
  page,
}) => {
  const name = `Batch ${Date.now()}`
  const owner = await signInAsOwner(page)
  for (const number of [1, 2]) await createProduct(owner, { name: `${name} ${number}` })
  await page.goto(`/admin/products?search=${name}`)
  const row = page.getByRole('row', { name: `${name} 1` })

  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Edit selected' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 2 products' })
  await dialog.getByLabel('Action').selectOption('Set price')
  await dialog.getByLabel('Price in $').fill('7.50')
  await expect(dialog.getByRole('deletion').first()).toHaveText('$20.00')
  await expect(dialog.getByRole('insertion')).toHaveText(['$7.50', '$7.50'])
  await dialog.getByRole('button', { name: 'Change 2 products' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('$7.50')

  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 products changed.').last()).toBeVisible()
  await expect(row).toContainText('$20.00')

  const edit = async () => {
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Edit selected' }).click()
  }
  const apply = async () => {
    await dialog.getByRole('button', { name: 'Change 2 products' }).click()
    await expect(dialog).toBeHidden()
  }
  await edit()
  await dialog.getByLabel('Action').selectOption('Show or hide')
  await expect(dialog.getByRole('insertion')).toHaveText(['Hidden', 'Hidden'])
  await apply()
  await expect(row).toBeHidden()
  await page.getByLabel('Show').selectOption('Hidden')
  await expect(row).toBeVisible()
  await edit()
  await expect(dialog.getByLabel('Visibility')).toHaveValue('shown')
  await apply()
  await expect(row).toBeHidden()
})

test.describe('a form with errors', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('shows them at its fields, first those of their limits, then those from the server', async ({
    page,
  }) => {
    await signInAsOwner(page)
    await page.goto('/admin/products?edit=new')
    const editor = page.getByRole('dialog', { name: 'New product' })
    const field = (label: string) => editor.getByLabel(label, { exact: true })
    const save = () => editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor.getByText('* Required')).toBeVisible()

    await field('Price in $').fill('-1')
    await field('SKU (optional)').fill('no spaces')
    await save()
    await expect(field('Name')).toBeFocused()
    await expect(field('Name')).toHaveAccessibleDescription('Name is required.')
    await expect(field('SKU (optional)')).toHaveAccessibleDescription(/^Letters A to Z/)

    await field('Name').fill(`Unsaved ${Date.now()}`)
    await expect(editor.getByText('Name is required.')).toBeHidden()
    const price = field('Price in $')
    for (const [typed, error] of [
      ['1.5.0', 'Price in $ must be a number.'],
      [' ', 'Price in $ must be a number.'],
      ['0.999', 'Price in $ has too many decimal places.'],
      ['1.200', '“1.200” can mean 1200 or 1.20. Enter one of the two.'],
      ['0', 'Price in $ must be at least 0.01.'],
    ] as const) {
      await price.fill(typed)
      await save()
      await expect(price).toBeFocused()
      await expect(price).toHaveAccessibleDescription(error)
    }
    await field('This product is free').check()
    await save()
    await expect(field('SKU (optional)')).toBeFocused()
    await field('Price in $').fill('20')
    await field('SKU (optional)').fill('')
    await field('Compare-at price ($) (optional)').fill('10')
    await save()
    await expect(field('Compare-at price ($) (optional)')).toBeFocused()
    await expect(
      editor.getByText('The compare-at price must be higher than the price.'),
    ).toBeVisible()
    await expect(field('Name')).toHaveValue(/^Unsaved/)
    await expect(field('Price in $')).toHaveValue('20')
  })
})

test.describe('when a picture is refused', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('the others are saved, and the owner sees which one to remove @full', async ({ page }) => {
    const owner = await signInAsOwner(page)
    // A product that no other story edits.
    const { id = 0 } = (await products(page.request, 9)).at(-1) ?? {}
    const pictures = async () => {
      const { data } = await owner.call<{ data: AdminProduct }>('GET', `/api/admin/products/${id}`)
      return data.pictures
    }
    const before = (await pictures()).length
    await page.goto(`/admin/products?edit=${id}`)
    const editor = page.getByRole('dialog')
    await editor.getByLabel('Add pictures').setInputFiles([
      { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
      { name: 'lantern.png', mimeType: 'image/png', buffer: PICTURE },
    ])
    await editor.getByText('Picture description', { exact: true }).last().click()
    await editor.getByLabel('Picture description (alt text)').last().fill('A lantern at night')

    await editor.getByRole('button', { name: 'Save' }).click()

    await expect(editor.getByText('This picture was rejected.')).toBeVisible()
    await expect(editor.getByText(/Remove the rejected pictures/)).toBeVisible()
    await expect(editor.getByText('Not uploaded yet')).toHaveCount(0)
    expect(await pictures()).toHaveLength(before + 1)
    expect((await pictures()).at(-1)).toMatchObject({ alt: 'A lantern at night' })

    await editor.getByRole('button', { name: `Remove picture ${before + 1}` }).click()
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Product saved.')).toBeVisible()
    expect(await pictures()).toHaveLength(before + 1)
  })
})

test.describe('when two people edit', () => {
  test.use({ expectedErrors: /409 \(Conflict\)/ })

  test('the second to save sees a conflict and keeps the typed text @full', async ({ page }) => {
    const owner = await signInAsOwner(page)
    const { id } = await aProduct(page.request)
    const address = `/api/admin/products/${id}`
    const { data: product } = await owner.call<{ data: AdminProduct }>('GET', address)

    await page.goto(`/admin/products?edit=${product.id}`)
    await page.getByLabel('Description (optional)').fill('Mine')
    const { pictures: _, attributes: _own, ...theirs } = { ...product, seller: 'Somebody else' }
    await owner.call('PUT', address, theirs)
    await page.getByRole('button', { name: 'Save' }).click()

    const conflict = page.getByRole('alert')
    await expect(conflict).toContainText('Someone else saved a change in the meantime.')
    await expect(conflict).toContainText('They changed different fields.')
    await expect(page.getByLabel('Description (optional)')).toHaveValue('Mine')
    await conflict.getByRole('button', { name: 'Discard my changes' }).click()
    await expect(page.getByLabel('Seller (optional)')).toHaveValue('Somebody else')
    await expect(page.getByLabel('Description (optional)')).toHaveValue(product.description)

    // Tests this form on behalf of all settings forms.
    type Details = { data: Versioned<ShopDetails> }
    const details = () => owner.call<Details>('GET', '/api/admin/shop-details')
    await page.goto('/admin/shop')
    await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport()
    await expect(page.getByLabel('Currency')).toBeDisabled()
    await page.getByLabel('Phone').fill('+971 4 111')
    const { data: opened } = await details()
    const changed = { ...opened, phone: '+971 4 222', tagline: 'Quick and near' }
    await owner.call('PUT', '/api/admin/shop-details', changed)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(conflict).toContainText('+971 4 222')
    await expect(conflict).not.toContainText('Tagline')
    await conflict.getByRole('button', { name: 'Save my changes' }).click()
    await expect(page.getByText('Shop details saved.')).toBeVisible()
    await expect(conflict).toHaveCount(0)
    expect((await details()).data).toMatchObject({ phone: '+971 4 111', tagline: 'Quick and near' })
    await expect(page.getByLabel('Tagline', { exact: true })).toHaveValue('Quick and near')
    await owner.call('PUT', '/api/admin/shop-details', { ...opened, version: undefined })
  })
})

test('an import lists every bad row first, then applies the good ones', async ({ page }) => {
  const sku = `imp-${Date.now()}`
  await signInAsOwner(page)
  await page.goto('/admin/products/import')

  // The file has no column for the category, so staff must choose one.
  await chooseCsv(page, ['name,price', 'Thing,5.00'])
  await expect(page.getByText(/^1 row can't be imported/)).toBeVisible()
  await page.getByLabel('Category for products without one').selectOption('Phones')
  await page.getByRole('button', { name: 'Check with these columns' }).click()
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible()

  const rows = [
    'sku,category,name,name_ar,description,description_ar,seller,price,stock',
    `${sku}-a,Phones,Good one,جيد,Fine,جيد,Barq,10.00,5`,
    `${sku}-b,Toys,Bad category,سيئ,Bad,سيئ,Barq,10.00,5`,
    `${sku}-c,Phones,Bad price,سيئ,Bad,سيئ,Barq,ten,5`,
    `${sku}-d,Phones,Sticker,ملصق,Fine,جيد,Barq,0,5`,
  ]
  await chooseCsv(page, rows)

  await expect(page.getByText(/^2 rows can't be imported/)).toBeVisible()
  const bad = page.getByRole('table', { name: 'Rows with errors' })
  await expect(bad.getByRole('row', { name: /^3 / })).toContainText('category')
  await expect(bad.getByRole('row', { name: /^4 / })).toContainText('price')
  await expect(page.getByText('1 product would become free')).toBeVisible()
  await expect(page.getByText('Row 5: Sticker')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 valid rows' }).click()
  await expect(page.getByText('Import finished')).toBeVisible()

  await page.getByRole('link', { name: 'View all products' }).click()
  await page.getByRole('searchbox').fill(`${sku}-a`)
  await expect(page.getByText(`${sku}-a`)).toBeVisible()
})

test('an import from another shop stops at its ids, and shows old next to new @full', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin/products/import')
  const [phone] = await idsOf(page.request, 'Phones', 1)

  await chooseCsv(page, [
    'ID,category,name,name_ar,description,description_ar,seller,price,color',
    `${phone},Accessories,USB hub seven,موزع,Seven ports,سبعة منافذ,Lumo,12.00,red`,
  ])

  const bad = page.getByRole('table', { name: 'Rows with errors' })
  await expect(bad.getByRole('row', { name: /^1 color/ })).toContainText('ignored')
  await expect(bad.getByRole('row', { name: /^2 id/ })).toContainText(
    'a different SKU, category or name',
  )
  await expect(page.getByRole('button', { name: /^Import/ })).toBeHidden()
  await page.getByRole('button', { name: 'The IDs belong to this shop' }).click()
  const changed = page.getByRole('table', { name: 'Changed products' })
  await changed.locator('summary').click()
  await expect(changed.locator('del').first()).toBeVisible()
  await expect(changed).toContainText('USB hub seven')
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible()
})

test('an import from Shopify shows its columns, and is read once its category is chosen @full', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin/products/import')
  const sku = `shopify-${Date.now()}`
  const file = [
    'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Tags,Product Category',
    `nova,Nova case,Color,Black,${sku}-1,19.90,new,`,
    `nova,,,Red,${sku}-2,19.90,,`,
  ]
  await chooseCsv(page, file)

  await expect(page.getByText('This file looks like an export from Shopify.')).toBeVisible()
  await expect(page.getByText(/^2 rows can't be imported/)).toBeVisible()
  await page.getByLabel('Category for products without one').selectOption('Accessories')
  await page.getByLabel('In this shop: Tags').selectOption('Seller')
  await page.getByRole('button', { name: 'Check with these columns' }).click()
  const fresh = page.getByRole('table', { name: 'New products' })
  await expect(fresh.getByRole('row', { name: /^2 Nova case Black/ })).toContainText('19.90')

  // The shop remembers the columns for files with the same headings.
  await page.reload()
  await chooseCsv(page, file)
  await expect(page.getByLabel('In this shop: Tags')).toHaveValue('seller')
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('Import finished')).toBeVisible()

  // Undo is still offered after a reload: the screen shows the latest import of the day.
  await page.reload()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo this import' }).click()
  await expect(
    page.getByText('The import was undone: 2 products restored or deleted.'),
  ).toBeVisible()
})

test('Edit on a card opens over the page and changes the price on the card @full', async ({
  page,
}) => {
  const owner = await signInAsOwner(page)
  const product = await createProduct(owner, { name: `Card ${Date.now()}`, stock: 50 })
  await page.goto(`/product/show/All?category=All&search=${encodeURIComponent(product.name)}`)

  const card = page.getByRole('article').filter({ hasText: product.name })
  await card.getByRole('link', { name: `Edit: ${product.name}` }).click()
  const modal = page.getByRole('dialog', { name: `Edit: ${product.name}` })
  await expect(modal).toHaveCSS('display', 'block')
  await modal.getByLabel('Price in $', { exact: true }).fill('١٢٫٧٥')
  await modal.getByRole('button', { name: 'Save' }).click()

  await expect(modal).toBeHidden()
  await expect(card).toContainText('$12.75')
  await card.getByRole('link', { name: `Delete: ${product.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Product deleted.')).toBeVisible()
})

async function chooseCsv(page: Page, lines: readonly string[]): Promise<void> {
  await page.getByLabel('Choose a CSV or ZIP file').setInputFiles({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
}
