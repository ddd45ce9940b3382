/** A system that clears an app's storage after seven days loses nothing that the server has (F6). */
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { readAllStorage } from '#e2e/support/browser-storage.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const VISITS = 3

test.use({ userAgent: IPHONE, viewport: { width: 390, height: 844 } })

inFullRuns(
  'F6: resumes an attempt with every answer after the storage was cleared between visits',
  async ({ page, context, baseURL }) => {
    test.setTimeout(180_000)
    const assessment = await anAssessment(await callsOf(demo.admin), { questions: VISITS })
    // The install steps show again after each clearing, but not on the exam's pages.
    const installSteps = page.getByRole('region', { name: /^Install / })
    const signInAgain = async () => {
      await signIn(page)
      await expect(installSteps).toBeVisible()
    }
    await signInAgain()
    const exam = examOf(page)
    await exam.start(assessment.path)
    const address = page.url()
    const question = (number: number) => page.getByRole('group', { name: `Question ${number} of ${VISITS}` })
    for (let visit = 1; visit <= VISITS; visit += 1) {
      await expect(question(visit)).toBeVisible()
      await expect(installSteps).toBeHidden()
      await exam.choose('B')
      await exam.expectSaved()
      const [, token = ''] = /"access_token\\":\\"([^\\"]+)/.exec(await readAllStorage(page)) ?? []
      expect(token.length).toBeGreaterThan(20)
      const cdp = await context.newCDPSession(page)
      await page.goto('about:blank')
      await cdp.send('Storage.clearDataForOrigin', { origin: baseURL ?? '', storageTypes: 'all' })
      await context.clearCookies()
      await page.goto('/login')
      // The control: nothing remains to restore from.
      expect(await readAllStorage(page)).not.toContain(token)
      await signInAgain()
      await page.goto(address)
      await expect(question(visit)).toBeVisible()
      await expect(exam.option('B')).toBeChecked()
      if (visit < VISITS) await page.getByRole('button', { name: 'Next', exact: true }).click()
    }
  },
)
