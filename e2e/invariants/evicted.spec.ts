/** TRUST F6: a system that empties an app's storage after seven days takes nothing that the server was given. */
import { expect, inFullRuns, signIn, test } from '#e2e/fixtures.ts'
import { examOf } from '#e2e/pages/exam.page.ts'
import { demo } from '#e2e/product.ts'
import { anAssessment, callsOf } from '#e2e/support/assessments.ts'
import { everythingKept } from '#e2e/support/kept-in-browser.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
const VISITS = 3

test.use({ userAgent: IPHONE, viewport: { width: 390, height: 844 } })

inFullRuns(
  'F6: given storage that is emptied between visits, when the person signs in again, then the attempt goes on with every answer',
  async ({ page, context, baseURL }) => {
    test.setTimeout(180_000)
    const assessment = await anAssessment(await callsOf(demo.admin), { questions: VISITS })
    // The steps come again with each emptied storage; what leads into an exam and the exam itself they leave alone.
    const steps = page.getByRole('region', { name: /^Install / })
    const comeIn = async () => {
      await signIn(page)
      await expect(steps).toBeVisible()
    }
    await comeIn()
    const exam = examOf(page)
    await exam.start(assessment.path)
    const address = page.url()
    const group = (number: number) => page.getByRole('group', { name: `Question ${number} of ${VISITS}` })
    for (let visit = 1; visit <= VISITS; visit += 1) {
      await expect(group(visit)).toBeVisible()
      await expect(steps).toBeHidden()
      await exam.choose('B')
      await exam.expectSaved()
      const [, token = ''] = /"access_token\\":\\"([^\\"]+)/.exec(await everythingKept(page)) ?? []
      expect(token.length).toBeGreaterThan(20)
      const cdp = await context.newCDPSession(page)
      await page.goto('about:blank')
      await cdp.send('Storage.clearDataForOrigin', { origin: baseURL ?? '', storageTypes: 'all' })
      await context.clearCookies()
      await page.goto('/login')
      // The control: nothing is left to restore from.
      expect(await everythingKept(page)).not.toContain(token)
      await comeIn()
      await page.goto(address)
      await expect(group(visit)).toBeVisible()
      await expect(exam.option('B')).toBeChecked()
      if (visit < VISITS) await page.getByRole('button', { name: 'Next', exact: true }).click()
    }
  },
)
