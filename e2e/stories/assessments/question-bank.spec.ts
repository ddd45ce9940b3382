import { expect, haveSession, test } from '#e2e/fixtures.ts'

const CSV = [
  'kind,prompt,answer,explanation,option_1,option_2,option_3,option_4,topic,difficulty',
  'single,Which knot makes a loop that does not slip?,A,,Bowline,Overhand,Clove hitch,Half hitch,logical,hard',
  'single,Which of these has three options?,A,,One,Two,Three,,logical,hard',
].join('\n')

test('writes a question, imports a file with a faulty row and creates an assessment', async ({ page }) => {
  await haveSession(page, 'admin')
  await page.goto('/admin/question-bank?question=new')
  await expect(page.getByRole('heading', { name: 'New question', level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: 'Question' }).fill('How many corners has a tetrahedron?')
  for (const [letter, text] of Object.entries({ A: '3', B: '4', C: '5', D: '6' }))
    await page.getByRole('textbox', { name: `Option ${letter}` }).fill(text)
  await page.getByRole('radio', { name: 'B is right' }).check()
  await page.getByRole('button', { name: 'Add to the bank' }).click()
  await expect(page.getByRole('heading', { name: /^Question \d+$/, level: 1 })).toBeVisible()

  await page.getByRole('link', { name: 'Question bank' }).first().click()
  await expect(page.getByRole('link', { name: 'How many corners has a tetrahedron?' })).toBeVisible()
  await page.getByRole('button', { name: 'Import' }).click()
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'knots.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
  await expect(page.getByText('A question needs exactly four options. There are:')).toBeVisible()
  await page.getByRole('button', { name: 'Add one question' }).click()
  await expect(page.getByRole('link', { name: 'Which knot makes a loop that does not slip?' })).toBeVisible()
  await expect(page.getByText('Which of these has three options?')).toBeHidden()

  await page.goto('/admin/assessments?assessment=new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Knots and corners')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('spinbutton', { name: 'Number' }).fill('2')
  await page.getByRole('button', { name: 'Add from the bank' }).click()
  await page.getByRole('searchbox', { name: 'Search words or #number' }).fill('tetrahedron')
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: /^Add question \d+$/ }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('3 questions in each attempt')).toBeVisible()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'Knots and corners', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Preview a draw' }).click()
  const draw = page.getByRole('dialog', { name: 'One draw' })
  await expect(draw.getByText('How many corners has a tetrahedron?')).toBeVisible()
  await expect(draw.getByRole('img', { name: 'Right' })).toHaveCount(3)
  await draw.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Learners see it.')).toBeVisible()

  // A question that an active assessment needs cannot be retired.
  await page.goto('/admin/question-bank?search=tetrahedron')
  await page.getByRole('link', { name: 'How many corners has a tetrahedron?' }).click()
  await page.getByRole('button', { name: 'Retire' }).click()
  await expect(page.getByText('An active assessment would not have enough questions.')).toBeVisible()
})
