import { expect, expectAccessible, readCode, haveSession, test } from '#e2e/fixtures.ts'
import { communityPage, editorOf, threadPage } from '#e2e/pages/community.page.ts'
import { playerPage } from '#e2e/pages/player.page.ts'
import { CodeForm } from '#e2e/pages/otp.page.ts'
import { SignUpForm } from '#e2e/pages/sign-up.page.ts'
import { realPath } from '#e2e/screens.ts'
import { aCommentOf, aThreadOf, somebodyElse } from '#e2e/support/community.ts'

/** A PNG of one red pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

test('announces a new comment to another reader without moving the page', async ({
  page,
  browser,
  baseURL,
}) => {
  await haveSession(page, 'student')
  const thread = await aThreadOf(page, 'Two at once')
  await aCommentOf(page, thread.id, 'the first answer')

  const other = await somebodyElse(browser, baseURL, 'instructor')
  const theirs = threadPage(other)
  await theirs.open(thread.path)
  await expect(theirs.post('the first answer')).toBeVisible()
  // From here on the page cannot fetch comments: it learns of the new one only by the stream.
  const commentCalls = /\/comments\/\?/
  await other.context().route(commentCalls, (route) => route.abort())
  const before = await theirs.post('the first answer').boundingBox()

  const mine = threadPage(page)
  await mine.open(thread.path)
  await mine.write.click()
  await mine.comment.fill('fresh from the other side')
  await mine.postComment.click()
  await expect(mine.post('fresh from the other side')).toBeVisible()

  await expect(theirs.arrived).toHaveText('1 new comment')
  expect(await theirs.post('the first answer').boundingBox()).toEqual(before)
  await expect(theirs.post('fresh from the other side')).toHaveCount(0)
  await other.context().unroute(commentCalls)
  await theirs.arrived.click()
  const arrived = theirs.post('fresh from the other side')
  await expect(arrived).toBeInViewport()
  await expect(arrived).toBeFocused()
  // The control: showing the comment moves the others, so the check above would have noticed.
  expect(await theirs.post('the first answer').boundingBox()).not.toEqual(before)

  // Both vote on one comment, and the author accepts an answer.
  await arrived.getByRole('button', { name: 'Upvote, 0 votes' }).click()
  await expect(arrived.getByRole('button', { name: 'Upvote, 1 vote' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await theirs.thread.getByRole('button', { name: 'Upvote, 0 votes' }).click()
  await expect(theirs.thread.getByRole('button', { name: 'Upvote, 1 vote' })).toBeVisible()
  await page.reload()
  const ownComment = mine.post('fresh from the other side')
  await expect(ownComment.getByRole('button', { name: 'Upvote, 1 vote' })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await expect(mine.thread.getByRole('button', { name: 'Upvote, 1 vote' })).toBeVisible()
  await mine.post('the first answer').getByRole('button', { name: 'Accept answer' }).click()
  await expect(mine.post('the first answer').getByText('Accepted answer')).toBeVisible()
  await other.reload()
  await expect(theirs.post('the first answer').getByText('Accepted answer')).toBeVisible()
  await expect(theirs.thread.getByText('Answered')).toBeVisible()
  await other.context().close()
})

test('B10: refuses a namesake who edits or deletes another person’s posts', async ({
  page,
  browser,
  baseURL,
}) => {
  const owner = await somebodyElse(browser, baseURL, 'student')
  const thread = await aThreadOf(owner, 'Of the first Asha')
  await aCommentOf(owner, thread.id, 'a comment of the first Asha')

  const email = `namesake.${Date.now()}@mail.test`
  const form = new SignUpForm(page)
  await form.open()
  await form.fullName.waitFor()
  await form.fill({ fullName: 'Asha Verma', email, password: 'seven quiet lanterns drift' })
  await form.submit.click()
  await page.waitForURL((url) => url.pathname === '/otp')
  await new CodeForm(page).paste(await readCode(page, email))
  await page.waitForURL((url) => url.pathname === '/')

  const opened = threadPage(page)
  await opened.open(thread.path)
  await opened.edit.click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Taken over')
  await opened.save.click()
  await expect(page.getByText('There was an error updating the thread. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(opened.heading).toHaveText(thread.title)

  const comment = opened.post('a comment of the first Asha')
  await comment.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete comment')).toBeVisible()
  await expect(comment).toBeVisible()

  // The control: the author can do the same.
  const owned = threadPage(owner)
  await owned.open(thread.path)
  await owned.edit.click()
  await owner.getByRole('textbox', { name: 'Title' }).fill(`${thread.title}, again`)
  await owned.save.click()
  await expect(owned.heading).toHaveText(`${thread.title}, again`)
  await owner.context().close()
})

test('edits and deletes an own comment and restores it by Undo', async ({ page }) => {
  await haveSession(page, 'student')
  const thread = await aThreadOf(page, 'Changed my mind')
  await aCommentOf(page, thread.id, 'worded badly')
  const opened = threadPage(page)
  await opened.open(thread.path)
  await opened.post('worded badly').getByRole('button', { name: 'Edit' }).click()
  await opened.editComment.fill('worded well')
  await opened.save.click()
  await expect(opened.post('worded well').getByText('edited')).toBeVisible()

  await opened.post('worded well').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(opened.post('worded well')).toHaveCount(0)
  await opened.undo.click()
  await expect(opened.post('worded well')).toBeVisible()

  // The same for the thread, in the list.
  const list = communityPage(page)
  await list.open('?mine=true')
  await list.card(thread.title).getByRole('button', { name: 'Delete thread' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(list.card(thread.title)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(list.card(thread.title)).toBeVisible()
})

test('removes a reported post after a moderator’s decision', async ({ page, browser, baseURL }) => {
  const admin = await somebodyElse(browser, baseURL, 'admin')
  await haveSession(page, 'instructor')
  const thread = await aThreadOf(page, 'Buy my cheap notes')
  const reader = await somebodyElse(browser, baseURL, 'student')
  const opened = threadPage(reader)
  await opened.open(thread.path)
  await opened.thread.getByRole('button', { name: 'Report' }).click()
  const dialog = reader.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).check()
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('the third one today')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(reader.getByText('Report sent')).toBeVisible()

  await admin.goto('/community/moderation')
  const report = admin.getByRole('article', { name: thread.title })
  await expect(report).toContainText('the third one today')
  await report.getByRole('textbox', { name: /^Reason/ }).fill('advertising')
  await report.getByRole('button', { name: 'Remove the post' }).click()
  await expect(report).toHaveCount(0)
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'Thread not found' })).toBeVisible()
  await admin.context().close()
  await reader.context().close()
})

test('shows code, a link and a picture from the editor in the thread', async ({ page }) => {
  await haveSession(page, 'student')
  const list = communityPage(page)
  await list.open()
  await list.newThread.click()
  const title = `Panels ${Date.now()}`
  await list.title.fill(title)
  await list.body.fill('Look: ')
  const editor = editorOf(page)
  await editor.tool('Link').click()
  await editor.address.fill('example.org/docs')
  await page.keyboard.press('Enter')
  await editor.tool('Code block').click()
  await editor.language.fill('python')
  await editor.code.fill('if 1 < 2: print("<b>no markup</b>")')
  await editor.insert.click()
  await editor.picture.setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(DOT, 'base64'),
  })
  await expect(list.body.locator('img')).toBeVisible()
  await list.post.click()
  await page.getByRole('link', { name: title }).click()
  await page.waitForURL(/\/community\/thread\/\d+$/)
  const { thread } = threadPage(page)
  await expect(thread.getByRole('link', { name: 'example.org/docs' })).toHaveAttribute(
    'href',
    'https://example.org/docs',
  )
  await expect(thread.locator('pre code')).toHaveText('if 1 < 2: print("<b>no markup</b>")')
  await expect(thread.locator('pre code .hljs-keyword').first()).toHaveText('if')
  const picture = thread.getByRole('img', { name: 'dot.png' })
  // A stored file by now, not a data URL.
  await expect(picture).toHaveAttribute('src', /^\/[^:]+$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('posts a thread with a mention by keyboard and finds it again', async ({ page }) => {
  await haveSession(page, 'student')
  const list = communityPage(page)
  await list.open()
  await list.newThread.focus()
  await page.keyboard.press('Enter')
  await expect(list.title).toBeFocused()
  const title = `By keys ${Date.now()}`
  await page.keyboard.type(title)
  await expect(editorOf(page).tool('Italic')).toBeVisible()
  // The toolbar is one tab stop with arrow keys inside.
  await page.keyboard.press('Tab')
  // Similar threads may have been found meanwhile; their links come first.
  while ((await page.getByRole('main').locator('a:focus').count()) > 0) await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await expect(editorOf(page).tool('Italic')).toBeFocused()
  await list.body.focus()
  await page.keyboard.type('Do you know, @vihaan')
  const people = page.getByRole('listbox', { name: 'People' })
  await expect(people.getByRole('option', { name: /Vihaan Kulkarni/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expectAccessible(page, 'names offered while writing')
  await page.keyboard.press('Enter')
  await expect(people).toHaveCount(0)
  await page.keyboard.type('why?')
  await page.keyboard.press('Control+Enter')
  const card = list.card(title)
  await expect(card).toContainText('Do you know, @Vihaan Kulkarni why?')

  await list.view('My threads').click()
  await expect(page).toHaveURL(/\?mine=true$/)
  await list.order.selectOption('votes')
  await expect(page).toHaveURL(/\?mine=true&ordering=votes$/)
  await expect(card).toBeVisible()
  await expect(list.card('How do you keep a streak going in exam weeks?')).toHaveCount(0)
})

test('finds threads by Hindi and Arabic words', async ({ page }) => {
  await haveSession(page, 'student')
  const list = communityPage(page)
  await list.open()
  await list.search.fill('हिन्दी अक्षर')
  await expect(list.card('पायथन में CSV फ़ाइल पढ़ते समय हिन्दी अक्षर बिगड़ जाते हैं')).toBeVisible()
  await expect(list.cards).toHaveCount(1)
  await list.search.fill('الفرق')
  await expect(list.card('ما الفرق بين WHERE و HAVING في SQL؟')).toBeVisible()
  await expect(list.cards).toHaveCount(1)
})

test('links a lesson’s question to the lesson and shows the accepted answer there', async ({
  page,
  browser,
  baseURL,
}) => {
  await haveSession(page, 'student')
  const lesson = await realPath(page, { path: '/learn/course/{course}/{topic}' })
  await page.goto(lesson)
  const questions = page.getByRole('region', { name: /about this lesson$/ })
  await playerPage(page).tab('Questions').click()
  await questions.getByRole('button', { name: 'Ask about this lesson' }).click()
  const list = communityPage(page)
  const title = `From the lesson ${Date.now()}`
  await list.title.fill(title)
  await list.body.fill('What is meant by this?')
  await list.post.click()
  await questions.getByRole('link', { name: title }).click()
  await page.waitForURL(/\/community\/thread\/\d+$/)
  const path = new URL(page.url()).pathname

  const teacher = await somebodyElse(browser, baseURL, 'instructor')
  await aCommentOf(teacher, Number(path.split('/').at(-1)), 'it means the whole column')
  await teacher.context().close()
  await page.reload()
  const opened = threadPage(page)
  await opened.post('it means the whole column').getByRole('button', { name: 'Accept answer' }).click()
  await expect(opened.post('it means the whole column').getByText('Accepted answer')).toBeVisible()
  await opened.thread.getByRole('link', { name: /^About the lesson:/ }).click()
  await page.waitForURL((url) => url.pathname === lesson)
  await playerPage(page).tab('Questions').click()
  await expect(questions.getByRole('article', { name: title })).toContainText('it means the whole column')
  await expectAccessible(page, 'a lesson with questions')
})
