/** A published course with SCORM items, and helpers for its people's requests. */
import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { ScormLaunch, OpenedScorm, SavedScorm, ScormState } from '#contract/scorm/scorm.ts'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import type { RawEntry } from '#tests/support/content/raw-zip.ts'
import { lessonPage, scormManifest, scormZip, type ScoPart } from '#tests/support/content/scorm.ts'
import type { TestServerOptions } from '#tests/support/server/server.ts'
import { CLIENT, startBuilderWorld, type BuilderWorld, type Reply } from '../course-builder/world.ts'
import { packagesOf } from '../course-import/packages.ts'

export const PARTS: ScoPart[] = [
  { id: 'lesson', title: 'Lesson', href: 'content/index.html?theme=a' },
  {
    id: 'exam',
    title: 'Exam',
    href: 'content/exam.html',
    rules: '<adlcp:masteryscore>80</adlcp:masteryscore>',
  },
  { id: 'paper', title: 'Paper', href: 'content/paper.html', asset: true },
]
export const VIDEO = Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251))
export const FILES: RawEntry[] = [
  { name: 'content/index.html', content: lessonPage('1.2') },
  { name: 'content/exam.html', content: '<p>Exam</p>' },
  { name: 'content/paper.html', content: '<!doctype html><p>Paper</p>' },
  { name: 'content/shared/a b.js', content: 'var a = 1' },
  { name: 'content/film.mp4', content: VIDEO },
  { name: 'content/film2.mp4', content: VIDEO, stored: true },
  { name: 'content/tool.exe', content: 'MZ' },
  {
    name: 'content/drawing.svg',
    content: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  },
]

export interface ScormWorld extends Omit<BuilderWorld, 'save'> {
  courseId: number
  topicId: number
  id: (title: string) => number
  open: (user: number, title: string, session?: string, newAttempt?: boolean) => Promise<Reply<OpenedScorm>>
  save: (
    user: number,
    title: string,
    body: { session: string; sequence: number; state: ScormState; attempt?: number },
  ) => Promise<Reply<SavedScorm>>
  item: (user: number, title: string) => Promise<TopicPage['items'][number] | undefined>
  fetch: (
    launch: Pick<ScormLaunch, 'path'>,
    file?: string,
    headers?: Record<string, string>,
  ) => Promise<LightMyRequestResponse>
}

export const startScormWorld = async (
  parts = PARTS,
  files = FILES,
  version: '1.2' | '2004' = '1.2',
  options: TestServerOptions = {},
) => {
  const world = await startBuilderWorld(options)
  const packages = packagesOf(world)
  const bytes = scormZip(scormManifest(version, 'Safety', parts), files)
  const { body } = await packages.importCourse(await packages.upload(bytes), 'Safety')
  const courseId = body.course_id
  const published = await world.publish(courseId)
  if (published.status !== 200) throw new Error(`not published: ${JSON.stringify(published.body)}`)
  await world.ask(world.sam, 'POST', `/courses/${courseId}/enrolment/`)
  const detail = await world.detail(courseId, world.sam)
  const [topic] = detail.body.sections[0]?.topics ?? []
  const id = (title: string) => topic?.items.find((item) => item.title === title)?.id ?? 0
  const scormWorld: ScormWorld = {
    ...world,
    courseId,
    topicId: topic?.id ?? 0,
    id,
    open: (user, title, session = randomUUID(), newAttempt = false) =>
      world.ask(user, 'POST', `/items/${id(title)}/scorm/`, { session, new_attempt: newAttempt }),
    save: async (user, title, { attempt = 1, ...body }) => {
      const reply = await world.server.app.inject({
        method: 'PUT',
        url: `/api/clients/${CLIENT}/items/${id(title)}/scorm/attempts/${attempt}/`,
        headers: { authorization: `Bearer ${user}` },
        payload: body,
      })
      return { status: reply.statusCode, body: reply.json() }
    },
    item: async (user, title) =>
      (await world.ask<TopicPage>(user, 'GET', `/courses/${courseId}/topics/${topic?.id}/`)).body.items.find(
        (item) => item.title === title,
      ),
    fetch: ({ path }, file, headers = {}) =>
      world.server.app.inject({
        method: 'GET',
        url: file === undefined ? path : path.split('/').slice(0, 5).join('/') + `/${file}`,
        headers,
      }),
  }
  return scormWorld
}
