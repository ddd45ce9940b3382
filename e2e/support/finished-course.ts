/** The demo student's finished course, to finish it again. */
import type { Page } from '@playwright/test'
import { inDatabase } from './database.ts'

export interface LastStep {
  course: number
  topic: number
  item: number
  title: string
  person: number
}

/** Opens the last article of the demo student's finished course again, so that finishing it finishes the course. */
export const reopenFinishedCourse = async (): Promise<LastStep> => {
  const [row] = await inDatabase(
    `with student as (select client_id, id from app_user where client_id = 7 and email = 'student@demo.test'),
      done as (select e.course_id, e.client_id, e.user_id from enrolment e join student s on s.client_id = e.client_id and s.id = e.user_id
        where e.completed_at is not null order by e.course_id limit 1)
     select i.course_id as course, i.topic_id as topic, i.id as item, c.title as title, d.user_id as person
     from course_item i join done d on d.client_id = i.client_id and d.course_id = i.course_id
     join course c on c.client_id = i.client_id and c.id = i.course_id
     where i.type = 'article' and i.topic_id is not null order by i.id desc limit 1`,
  )
  if (!row) throw new Error('The demo student has no finished course.')
  await inDatabase('delete from item_progress where client_id = 7 and user_id = $1 and item_id = $2', [
    row['person'],
    row['item'],
  ])
  await inDatabase('delete from learner_moment where client_id = 7 and user_id = $1', [row['person']])
  return row as unknown as LastStep
}

export const finishLastStep = async (page: Page, { course, topic, item }: LastStep) => {
  await page.goto(`/learn/course/${course}/${topic}?item=${item}`)
  // The moments' live region: whatever is announced in it comes after the page can be used.
  await page.locator('[data-moment-announcement]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^(Mark complete|Complete)/ }).click()
}
