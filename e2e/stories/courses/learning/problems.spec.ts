/** Problems of every kind in real engines, graded by the real server, and the limits of learners' code. */
import { expect, expectAccessible, signIn, test } from '#e2e/fixtures.ts'
import { problemPage } from '#e2e/pages/problem.page.ts'

/** An engine is fetched, compiled and started on a slow machine. */
const ENGINE = { timeout: 60_000 }
const PHONE = { width: 390, height: 844 }

test('grades Python on a phone and keeps the code inside its worker', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await signIn(page)
  const problem = problemPage(page)
  await problem.open('Python Foundations', 'Problem: the total of a bill')
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await problem.run.click()
  await expect(problem.results.getByText('0 of 2 tests passed')).toBeVisible(ENGINE)

  await problem.write(
    [
      'def attempt(action):',
      '    try:',
      '        return str(action())',
      '    except BaseException as error:',
      '        return type(error).__name__',
      'def total(lines):',
      '    import urllib.request',
      '    net = attempt(lambda: urllib.request.urlopen("http://127.0.0.1/healthz").read())',
      '    return [attempt(lambda: __import__("js")), attempt(lambda: __import__("pyodide")), net]',
    ].join('\n'),
  )
  await problem.run.click()
  await expect(problem.results.getByText('["ImportError", "ImportError", "URLError"]').first()).toBeVisible(
    ENGINE,
  )
  // The worker has no eval either; invariants/sandbox.spec.ts probes it from the inside.
  const worker = page.workers().find((each) => each.url().includes('/runtimes/python-'))
  await expect(worker?.evaluate(() => 1)).rejects.toThrow(/eval is not a function/)

  await problem.write(
    'def total(lines):\n    bill = sum(p * q for p, q in lines)\n    return bill * 0.9 if bill >= 1000 else bill',
  )
  await expect(problem.saved).toBeVisible()
  await problem.submit.click()
  await expect(problem.verdict.getByText('Accepted', { exact: true })).toBeVisible(ENGINE)
  await expect(problem.verdict.getByText('5 of 5 tests passed')).toBeVisible()
  await page.reload()
  await expect(problem.editor).toContainText('bill * 0.9')
  const cached = await page.evaluate(async () => {
    const cache = await caches.open('lms-runtimes')
    return (await cache.keys()).map((request) => new URL(request.url).pathname.split('/').at(-1) ?? '')
  })
  expect(new Set(cached)).toEqual(new Set(['pyodide.asm.wasm', 'python_stdlib.zip', 'worker.js']))
})

test('runs code with own input, shows calls, and says a syntax error once', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await signIn(page)
  const problem = problemPage(page)
  await problem.open('Web Basics', 'Problem: a name for an address')
  // Task and code are side by side.
  const [task, code] = await Promise.all([
    page.getByRole('region', { name: 'Task' }).boundingBox(),
    problem.editor.boundingBox(),
  ])
  expect(code?.x).toBeGreaterThanOrEqual((task?.x ?? 0) + (task?.width ?? 0))
  expect(code?.y).toBeLessThan(768)

  await problem.write('function slug(title) { return title.toUpperCase() }')
  await page.getByText('Your own input').click()
  await page.getByRole('textbox', { name: 'Arguments' }).fill("'own words'")
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  const own = page.getByRole('region', { name: 'Result of this run' })
  await expect(own.getByText('"OWN WORDS"', { exact: true })).toBeVisible(ENGINE)
  await expect(own.getByText('slug("own words")')).toBeVisible()
  await expectAccessible(page, 'a code problem in two panes')

  await problem.write('function slug( { return 1 }')
  await problem.run.click()
  await expect(problem.results.getByText('The code cannot be read')).toBeVisible(ENGINE)
  await expect(problem.results.getByText(/SyntaxError/)).toHaveCount(1)
  await expect(problem.results.getByText('Not passed')).toHaveCount(0)
})

test('grades JavaScript, ends an endless loop and hides the browser’s objects', async ({ page }) => {
  await signIn(page)
  const problem = problemPage(page)
  await problem.open('Web Basics', 'Problem: a name for an address')
  await problem.write(
    'function slug() { return [typeof fetch, typeof document, typeof indexedDB, typeof self] }',
  )
  await problem.run.click()
  await expect(
    problem.results.getByText('["undefined","undefined","undefined","undefined"]').first(),
  ).toBeVisible(ENGINE)
  await problem.write('function slug() { for (;;); }')
  await problem.run.click()
  await expect(problem.results.getByText('Your code took too long.').first()).toBeVisible(ENGINE)
  await problem.write(
    "function slug(title) { return title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') }",
  )
  await problem.submit.click()
  await expect(problem.verdict.getByText('4 of 4 tests passed')).toBeVisible(ENGINE)
})

test('grades SQL by its rows, with hidden tests', async ({ page }) => {
  await signIn(page)
  const problem = problemPage(page)
  await problem.open('SQL from First Query to Joins', 'Problem: what each customer spent')
  await problem.write(
    'SELECT c.name, SUM(p.amount) AS total FROM customer c JOIN purchase p ON p.customer_id = c.id GROUP BY c.id',
  )
  await problem.submit.click()
  await expect(problem.verdict.getByText('1 of 3 tests passed')).toBeVisible(ENGINE)
  await problem.write(
    'SELECT c.name, COALESCE(SUM(p.amount), 0) AS total FROM customer c LEFT JOIN purchase p ON p.customer_id = c.id GROUP BY c.id',
  )
  await problem.submit.click()
  await expect(problem.verdict.getByText('3 of 3 tests passed')).toBeVisible(ENGINE)
})

test('calculates a spreadsheet by keyboard and grades it on the server', async ({ page }) => {
  await signIn(page)
  const problem = problemPage(page)
  await problem.open('Excel for Analysts', 'Problem: a small sales report')
  await problem.cell('D2').click()
  for (const formula of [
    ...[2, 3, 4, 5].map((row) => `=B${row}*C${row}`),
    '=SUM(D2:D5)',
    '=ROUND(AVERAGE(C2:C5),1)',
    '=COUNTIF(B2:B5,">10")',
  ]) {
    await page.keyboard.type(formula)
    await page.keyboard.press('Enter')
  }
  await expect(problem.cell('D6')).toHaveText('13705')
  await problem.submit.click()
  await expect(problem.verdict.getByText('6 of 6 tests passed')).toBeVisible()
})

test('grades a written answer by rubric and moves it to the graded ones', async ({ page }) => {
  await signIn(page, 'instructor')
  await page.goto('/admin/grading')
  const first = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  await expect(first).toContainText('Waiting')
  await first.click()
  await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible()
  for (const field of await page.getByLabel(/^Points/).all()) await field.fill('3')
  await page.getByLabel('Comment to the learner').fill('Say the number earlier.')
  await page.getByRole('button', { name: 'Save grade' }).click()
  await expect(page.getByText('Grade saved')).toBeVisible()
  await page.goto('/admin/grading?state=graded')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await expect(page.getByLabel('Comment to the learner')).toHaveValue('Say the number earlier.')
})
