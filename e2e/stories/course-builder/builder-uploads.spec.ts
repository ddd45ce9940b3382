import { readFile, writeFile } from 'node:fs/promises'
import { expect, inFullRuns, haveSession, test } from '#e2e/fixtures.ts'
import { builderPage, makeCourse } from '#e2e/pages/builder.page.ts'

const video = () =>
  readFile(new URL('../../../server/demo/content/media/list-positions.mp4', import.meta.url))
const MEGABYTE = 1024 * 1024

/** Makes the video larger by a `free` box, which players skip. */
const largeVideo = async (path: string, megabytes: number): Promise<string> => {
  const box = Buffer.alloc(megabytes * MEGABYTE)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  await writeFile(path, Buffer.concat([await video(), box]))
  return path
}

inFullRuns('resumes a video upload that a crash interrupted', async ({ page, watch }) => {
  watch.allow(/net::ERR_|Failed to load resource/)
  await haveSession(page, 'instructor')
  const courseId = await makeCourse(page, 'A video in pieces')
  const builder = builderPage(page)
  await page.goto(`/admin/courses/${courseId}`)
  await builder.addContent('Video', 'The video')
  await builder.saved()
  const file = await largeVideo(test.info().outputPath('video.mp4'), 9)
  let pieces = 0
  await page.route('**/uploads/*/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    pieces += 1
    // From the fifth piece on nothing arrives.
    await (pieces < 5 ? route.continue() : route.abort())
  })
  await page.locator('input[type=file][aria-label="Choose a video"]').setInputFiles(file)
  await expect.poll(() => pieces).toBeGreaterThan(4)
  const browser = page.context()
  await page.close({ runBeforeUnload: false })

  const again = await browser.newPage()
  await again.goto(`/admin/courses/${courseId}`)
  const notice = again.getByRole('region', { name: 'Other uploads in progress' })
  await expect(notice).toContainText('video.mp4 stopped at 44%')
  await notice.getByRole('link', { name: 'The video' }).click()
  await expect(again.getByText(/What is uploaded already is kept until/)).toBeVisible()
  await expect(notice).toBeHidden()
  const sent: number[] = []
  again.on('request', (request) => {
    if (request.method() === 'PATCH' && /\/uploads\//.test(request.url()))
      sent.push((request.postDataJSON() as { offset: number }).offset)
  })
  await again.locator('input[type=file][aria-label="Choose a video"]').setInputFiles(file)
  await expect(again.locator('video')).toBeVisible()
  await builderPage(again).saved()
  expect(sent.length).toBeGreaterThan(0)
  await expect(again.getByText(/stopped at/)).toBeHidden()
})

inFullRuns('moves rows by mouse in Arabic and scrolls the outline while dragging', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  await haveSession(page, 'instructor')
  const courseId = await makeCourse(page, 'Sorted by hand')
  const builder = builderPage(page)
  await page.goto(`/admin/courses/${courseId}`)
  for (const title of ['Second', 'Third', 'Fourth', 'Fifth']) {
    await builder.outline.getByRole('button', { name: 'Add lesson to Section' }).click()
    await builder.title.fill(title)
    await expect(builder.outline.getByRole('link', { name: title })).toBeVisible()
    await builder.addItemTo(title, 'Article', `Text of ${title}`)
  }
  await builder.saved()
  await page.context().addCookies([{ name: 'i18next', value: 'ar', url: page.url() }])
  await page.goto(`/admin/courses/${courseId}`)
  const row = (title: string) => page.locator('[data-sort]').filter({ hasText: title }).first()
  await expect(row('Topic')).toBeVisible()
  const grip = await row('Topic').locator('[data-grip]').boundingBox()
  if (!grip) throw new Error('no grip')
  await page.mouse.move(grip.x + 10, grip.y + 10)
  await page.mouse.down()

  // At the lower edge the column scrolls until the last row is visible.
  await page.mouse.move(grip.x + 10, 690, { steps: 4 })
  await expect.poll(async () => (await row('Fifth').boundingBox())?.y ?? 9999).toBeLessThan(600)
  const last = await row('Text of Fifth').boundingBox()
  if (!last) throw new Error('no last row')
  await page.mouse.move(last.x + last.width / 2, last.y + last.height - 4, { steps: 4 })

  // The line shows the drop position: below the last topic.
  const mark = await page.locator('[data-drop]').boundingBox()
  expect(mark?.y).toBeGreaterThan(last.y + last.height - 2)
  await page.mouse.up()

  await expect(page.locator('[data-sort^="topic-"]').last()).toContainText('Topic')
  await expect(page.locator('[data-sort^="topic-"]').first()).toContainText('Second')
})

inFullRuns('shows Undo inside the window of the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await haveSession(page, 'instructor')
  const courseId = await makeCourse(page, 'Narrow')
  await page.goto(`/admin/courses/${courseId}?at=item-lesson`)
  const builder = builderPage(page)
  await builder.title.fill('A title far longer than a narrow phone can show in one line')
  await builder.saved()
  await page.getByRole('link', { name: 'Outline', exact: true }).click()
  await builder.outline.getByRole('button', { name: /^More for A title/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()

  const box = await page
    .locator('.floating', { has: page.getByRole('button', { name: 'Undo' }) })
    .boundingBox()

  expect(box?.x).toBeGreaterThanOrEqual(8)
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(312)
})
