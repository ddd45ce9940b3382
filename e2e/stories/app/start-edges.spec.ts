import type { Page } from '@playwright/test'
import { openInside } from '#e2e/open-inside.ts'
import { untilQuiet } from '#e2e/quiet.ts'
import { expect, haveSession, test } from '../../fixtures.ts'
import { realPath, screens, withQuery, type Screen } from '../../screens.ts'
import { findStartEdgeFaults, samples, writeData, type Fault } from '../../support/start-edges.ts'

/** The pages with most titles, names and cells that people write. FULL=1 measures every page. */
const IN_GATE = new Set([
  'sign-in-tenant-8',
  'home',
  'course',
  'topic',
  'community',
  'thread',
  'grading',
  'question-bank',
  'assessment-editor',
  'assessment-results',
])
const isMeasured = ({ name }: Screen) => process.env['FULL'] === '1' || IN_GATE.has(name)

for (const who of ['visitor', 'student', 'admin'] as const) {
  test(`starts every title, name and cell at the right in Arabic for a ${who}`, async ({ page }) => {
    test.setTimeout(process.env['FULL'] === '1' ? 1_500_000 : 240_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    if (who !== 'visitor') await haveSession(page, who)
    const found: (Fault & { page: string })[] = []
    let isInside = false
    for (const screen of screens.filter((entry) => entry.who === who).filter(isMeasured)) {
      await openInArabic(page, screen, isInside)
      // A visitor's pages belong to several clients.
      isInside = who !== 'visitor'
      for (const [data, sample] of [['own', null], ...Object.entries(samples)] as const) {
        if (sample) await writeData(page, sample)
        const faults = await findStartEdgeFaults(page)
        found.push(...faults.map((fault) => ({ page: `${screen.name}, ${data} data`, ...fault })))
      }
    }
    expect(found).toEqual([])
  })
}

test('control: finds a title, a cell, a row and signs that stand on the wrong side', async ({ page }) => {
  await openInArabic(page, { name: 'sign-in', path: '/login', who: 'visitor', ready: 'main h1' })
  expect(await findStartEdgeFaults(page)).toEqual([])
  await page.evaluate(() => {
    const plant = (tag: string, attributes: Record<string, string>, ...children: (Node | string)[]) => {
      const element = document.createElement(tag)
      const { style = '', ...rest } = attributes
      for (const [name, value] of Object.entries(rest)) element.setAttribute(name, value)
      element.style.cssText = style
      element.append(...children)
      return element
    }
    const cell = plant('bdi', { style: 'display: block; text-align: start' }, 'A name in a cell')
    document
      .querySelector('main h1')
      ?.after(
        plant('h2', { dir: 'auto', style: 'text-align: start' }, 'A title'),
        plant('table', { style: 'width: 100%' }, plant('tr', {}, plant('td', {}, cell))),
        plant('div', { dir: 'auto', style: 'display: flex' }, plant('span', {}, 'A row')),
        plant('h3', { dir: 'auto' }, plant('bdi', {}, 'عنوان')),
        plant('h3', {}, 'Ready?'),
      )
  })
  const found = await findStartEdgeFaults(page)
  expect(found.map(({ kind, where }) => `${kind}: ${where.replace(/^.*> /, '')}`).toSorted()).toEqual([
    'lone bdi: عنوان',
    'not isolated: Ready?',
    'row direction: A row',
    'start edge: A name in a cell',
    'start edge: A title',
  ])
})

const openInArabic = async (page: Page, screen: Screen, isInside = false) => {
  const query = { lng: 'ar', ...(screen.client ? { client: String(screen.client) } : {}) }
  const path = await realPath(page, screen)
  if (isInside) await openInside(page, path)
  else await page.goto(withQuery(path, query))
  await page.locator(screen.ready).first().waitFor()
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await untilQuiet(page)
}
