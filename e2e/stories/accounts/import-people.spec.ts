import { randomUUID } from 'node:crypto'
import { expect, expectAccessible, haveSession, test } from '#e2e/fixtures.ts'

test('people come from a file, the page can be left meanwhile, and the import is undone', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const run = randomUUID().slice(0, 8)
  const group = `Class ${run}`
  const rows = Array.from(
    { length: 40 },
    (_, n) => `Pupil ${n} ${run};p${n}-${run}@new.test;+91 98765 ${10000 + n}`,
  )
  const file = Buffer.from(
    `\uFEFF${['Full name;E-mail;Mobile', ...rows, 'Nobody;not-an-address;'].join('\r\n')}`,
    'utf16le',
  )
  await haveSession(page, 'admin')
  await page.goto('/admin/manage-students')
  await page.getByRole('link', { name: 'Import a file' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'pupils.csv', mimeType: 'text/csv', buffer: file })
  await expect(page.getByRole('combobox', { name: 'Column Mobile' })).toContainText('Phone')
  await expectAccessible(page, 'columns of a file')
  const check = page.getByRole('button', { name: 'Check the rows' })
  await check.click()
  await expect(check).toBeHidden()

  // Nothing is written yet, and the page can be left.
  await page.goto('/admin/manage-students?import=new')
  await page.getByRole('link', { name: 'pupils.csv' }).first().click()
  await expect(page.getByText('This is not an e-mail address:')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: '40 new' })).toBeVisible()
  await expectAccessible(page, 'dry run')
  await page.getByRole('button', { name: 'Import 40 rows' }).click()
  await expect(page.getByText('The import is done')).toBeVisible({ timeout: 30_000 })

  await page.goto(`/admin/manage-students?search=${run}`)
  await expect(page.getByText('40 people')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select everybody on this page' }).check()
  await page.getByRole('button', { name: 'More' }).click()
  // By keyboard: the page may still scroll to the pressed button, and the menu follows a frame later.
  await page.getByRole('menuitem', { name: 'Add to a group' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add 25 people to a group' })
  await expect(dialog).toBeVisible({ timeout: 30_000 })
  const choose = dialog.getByRole('combobox', { name: 'Group' })
  const name = dialog.getByRole('textbox', { name: 'Name of the group' })
  await expect(choose.or(name)).toBeVisible({ timeout: 30_000 })
  if (await choose.isVisible()) {
    await choose.click()
    await page.getByRole('option', { name: 'A new group…' }).click()
  }
  await name.fill(group)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Done for 25 people')).toBeVisible()

  await page.goto('/admin/manage-students?import=new')
  await page.getByRole('link', { name: 'pupils.csv' }).first().click()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('The import was undone')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: '40 removed' })).toBeVisible()
  await page.goto(`/admin/manage-students?search=${run}`)
  await expect(page.getByText('Nobody matches these filters.')).toBeVisible()
})
