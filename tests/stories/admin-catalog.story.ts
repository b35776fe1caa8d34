import type { Page } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { CATALOG_TABLES } from '#contract/admin/catalog-tables.ts'
import { signInAsOwner } from './admin-owner.ts'
import { expect, test } from './story.ts'

test('a ZIP is downloaded, and one contains what its products need: brand, attribute, family and pictures @full', async ({
  page,
}) => {
  const name = `Zipped ${Date.now()}`
  const owner = await signInAsOwner(page)
  await page.goto('/admin/products/import')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exports' }).click()
  await page.getByRole('button', { name: 'Export catalog' }).click()
  expect((await download).suggestedFilename()).toBe('catalog.zip')

  const tables = {
    'brands.csv': [[...CATALOG_TABLES['brands.csv']], [name, `علامة ${name}`, '']],
    'attributes.csv': [
      [...CATALOG_TABLES['attributes.csv']],
      ['Phones', name, `خاصية ${name}`, 'number', 'GB', 'غيغابايت', 'yes', 'yes', ''],
    ],
    'families.csv': [
      [...CATALOG_TABLES['families.csv']],
      [name, 'Phones', name, `عائلة ${name}`, name],
    ],
  }
  const product = (gigabytes: string) => [
    'Phones',
    `${name} ${gigabytes}`,
    'هاتف',
    'Fine',
    'جيد',
    'Barq',
    '10.00',
    '5',
    name,
    name,
    gigabytes,
    'front.png | Front | أمام',
  ]
  const head = 'category,name,name_ar,description,description_ar,seller,price,stock,brand,family'
  const products = [
    [...head.split(','), `attribute.${name}`, 'pictures'],
    product('128'),
    product('256'),
  ]

  const wrong = tables['brands.csv'].concat([['', 'بلا', '']])
  await chooseZip(page, { ...tables, 'brands.csv': wrong, 'products.csv': products })
  const bad = page.getByRole('table', { name: 'Rows with errors' })
  await expect(bad.getByRole('row', { name: /^brands\.csv 3 name/ })).toBeVisible()

  await chooseZip(page, { ...tables, 'products.csv': products })
  await expect(bad).toBeHidden()
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect(page.getByText('Import finished')).toBeVisible()

  const { products: found } = await owner.call<{ products: { id: number; name: string }[] }>(
    'GET',
    `/api/admin/products?search=${encodeURIComponent(name)}`,
  )
  const idOf = (gigabytes: string) => found.find((one) => one.name === `${name} ${gigabytes}`)?.id
  await page.goto(`/product/${idOf('256')}`)
  await expect(page.getByRole('img', { name: 'Front' }).first()).toBeVisible()
  await expect(page.getByText('256 GB').first()).toBeVisible()
  await expect(page.locator(`a[href$="/product/${idOf('128')}"]`).first()).toBeVisible()
})

async function chooseZip(page: Page, tables: Record<string, string[][]>): Promise<void> {
  const files = Object.entries(tables).map(([name, rows]) => [
    name,
    strToU8(rows.map((cells) => cells.join(',')).join('\n')),
  ])
  const picture = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await page.getByLabel('Choose a CSV or ZIP file').setInputFiles({
    name: 'catalog.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync({ ...Object.fromEntries(files), 'pictures/front.png': picture })),
  })
}
