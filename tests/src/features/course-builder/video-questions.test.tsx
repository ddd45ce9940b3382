import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CourseDocument, VideoContent } from '#contract/course-builder/draft.ts'
import { authoredQuestion } from '#contract/courses/quiz.ts'
import { questionOf } from '#contract/courses/video-questions.ts'
import { differences } from '#src/features/course-builder/model/document-diff.ts'
import { anItem, withItems } from './factory.ts'
import { openBuilder } from './open-builder.tsx'

const video = (questions: VideoContent['questions']): VideoContent => ({
  type: 'video',
  sources: [{ url: 'https://films.example.test/a.mp4', mime: 'video/mp4' }],
  poster_url: null,
  captions: [],
  duration_seconds: 120,
  ...(questions && { questions }),
})
const withVideo = (questions?: VideoContent['questions']) => withItems(anItem({ content: video(questions) }))
const openVideo = (document: CourseDocument) => openBuilder('?at=item-lesson', { document })
type Saves = Awaited<ReturnType<typeof openVideo>>['saves']
/** The questions of the last save. */
const lastSent = ({ requests }: Saves) => {
  const action = requests.at(-1)?.body.operations.at(-1)
  const content = action?.op === 'item' ? action.set.content : undefined
  return content?.type === 'video' ? content.questions : undefined
}

const ID = '6f3c2b1a-4d5e-4f60-8a7b-9c0d1e2f3a4b'
const aTrueFalseQuestion = (prompt: string, second = 12) => ({
  id: ID,
  second,
  required: false,
  question: { kind: 'true_false', prompt, answer: true },
})

describe('authoring video questions', () => {
  it('saves a new question with its time and does not ask for points', async () => {
    const { user, saves } = await openVideo(withVideo())
    await user.click(await screen.findByRole('button', { name: 'Add a question at the current position' }))
    await user.type(await screen.findByRole('textbox', { name: 'Question' }), 'Which one?')
    expect(screen.getByText('Incomplete')).toBeInTheDocument()
    expect(screen.queryByRole('textbox', { name: 'Points' })).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'Option 1' }), 'This')
    await user.type(screen.getByRole('textbox', { name: 'Option 2' }), 'That')
    expect(screen.getByText('None is marked as right.')).toBeInTheDocument()
    await user.click(screen.getByRole('radio', { name: 'Option 1 is right' }))
    const time = screen.getByRole('textbox', { name: 'Question 1: stops at' })
    await user.clear(time)
    await user.type(time, '1:05')
    await user.click(screen.getByRole('checkbox', { name: 'The video continues only after an answer' }))

    await waitFor(() => expect(lastSent(saves)).toMatchObject([{ second: 65, required: true }]))
    const [one] = lastSent(saves) ?? []
    expect(one && authoredQuestion.safeParse(questionOf(one)).success).toBe(true)
    expect(screen.queryByText('Incomplete')).toBeNull()
  })

  it("marks a time after the video's end as invalid and keeps the old time", async () => {
    const { user, saves } = await openVideo(withVideo([aTrueFalseQuestion('Is it?')]))
    await user.click(await screen.findByRole('button', { name: /Is it\?/ }))
    const time = screen.getByRole('textbox', { name: 'Question 1: stops at' })
    await user.clear(time)
    await user.type(time, '9:00')
    expect(time).toBeInvalid()
    expect((lastSent(saves) ?? []).every(({ second }) => second <= 120)).toBe(true)
  })

  it('deletes a question', async () => {
    const { user, saves } = await openVideo(withVideo([aTrueFalseQuestion('Is it?')]))
    expect(await screen.findByRole('button', { name: 'Try it' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Delete Question 1' }))
    expect(screen.queryByRole('button', { name: 'Try it' })).toBeNull()
    await waitFor(() => expect(lastSent(saves)).toEqual([]))
  })

  it('shows a changed and moved question as text and time', () => {
    const translate = Object.assign((key: string) => key, { date: String, amount: String })
    const changes = differences(
      withVideo([aTrueFalseQuestion('Is it?')]),
      withVideo([aTrueFalseQuestion('Is it so?', 70)]),
      translate,
    )
    expect(changes).toMatchObject([
      {
        kind: 'changed',
        before: expect.stringContaining('0:12\nIs it?'),
        after: expect.stringContaining('1:10\nIs it so?'),
      },
    ])
    expect(
      differences(
        withVideo([aTrueFalseQuestion('Is it?')]),
        withVideo([aTrueFalseQuestion('Is it?')]),
        translate,
      ),
    ).toEqual([])
  })
})
