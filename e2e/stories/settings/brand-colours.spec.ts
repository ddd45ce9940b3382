/** Whatever colour a client chooses, the text on the five previews of the brand editor can be read. */
import type { Locator, Page } from '@playwright/test'
import { expect, findViolations, signIn, test } from '#e2e/fixtures.ts'
import { untilStill } from '#e2e/quiet.ts'

const FULL = process.env['FULL'] === '1'
const SEED = 20_261_128
const SCREENS = 5
const COLOURS = FULL ? 24 : 12
/** Of each screen and look in the gate; the next one takes the next colours. */
const AT_ONCE = FULL ? COLOURS : 3

/** The hardest ones, then some that are the same in every run (mulberry32). */
const drawColours = (): string[] => {
  let state = SEED
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const drawn = Array.from(
    { length: COLOURS - 2 },
    () => `#${(random() >>> 8).toString(16).padStart(6, '0')}`,
  )
  return ['#ffffff', '#ffff00', ...drawn]
}

interface Result {
  nodes: { target: string[]; any: { message: string }[] }[]
}
interface Axe {
  run: (part: Element, options: { runOnly: string[] }) => Promise<Record<'violations' | 'passes', Result[]>>
}

/** The texts of a preview whose contrast is too low, and how many texts were measured. */
const measure = async (figure: Locator) => {
  await untilStill(figure.page())
  return figure.evaluate(async (part) => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations, passes } = await axe.run(part, { runOnly: ['color-contrast'] })
    return {
      pale: violations.flatMap(({ nodes }) =>
        nodes.map(({ target, any }) => `${target.join(' ')}: ${any[0]?.message ?? ''}`.slice(0, 200)),
      ),
      measured: [...passes, ...violations].flatMap(({ nodes }) => nodes).length,
    }
  })
}

/** The previews are pictures (`inert`), which Axe would pass over. */
const openPreview = async (page: Page, tab: Locator): Promise<Locator> => {
  await tab.click()
  const figure = page.getByRole('tabpanel').getByRole('figure')
  await figure.locator('[inert]').evaluate((part) => part.removeAttribute('inert'))
  return figure
}

test('text on the five previews has the contrast of AA in any brand colour, light and dark', async ({
  page,
}) => {
  test.setTimeout(FULL ? 600_000 : 120_000)
  await signIn(page, 'admin')
  await page.goto('/admin/settings')
  const colour = page.getByRole('textbox', { name: 'Brand colour', exact: true })
  const screens = page.getByRole('tablist', { name: 'Screens' }).getByRole('tab')
  await expect(screens).toHaveCount(SCREENS)
  // Leaves Axe in the page.
  await findViolations(page)
  const pale: string[] = []
  const colours = drawColours()
  for (const screen of await screens.all()) {
    const figure = await openPreview(page, screen)
    for (const mode of ['Light', 'Dark']) {
      await page.getByRole('group', { name: 'Look' }).getByText(mode, { exact: true }).click()
      for (const value of colours.splice(0, AT_ONCE)) {
        colours.push(value)
        await colour.fill(value)
        const found = await measure(figure)
        expect(found.measured, `${await screen.textContent()} has text`).toBeGreaterThan(3)
        pale.push(...found.pale.map((what) => `${value} ${mode} ${what}`))
      }
    }
  }
  expect(pale).toEqual([])

  // Control: one text that is nearly as dark as what is behind it is found.
  const figure = page.getByRole('tabpanel').getByRole('figure')
  await figure.evaluate((part) => {
    const text = document.createTreeWalker(part, NodeFilter.SHOW_TEXT).nextNode()
    if (text?.parentElement) text.parentElement.style.color = '#2b2b2b'
  })
  expect((await measure(figure)).pale).toHaveLength(1)

  await expect(page.getByText('Draft saved. Only admins see it.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('This is what everybody sees now.')).toBeVisible()
})
