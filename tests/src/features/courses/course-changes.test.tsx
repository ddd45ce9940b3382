import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { reviewsKey } from '#src/features/courses/api/keys.ts'
import { useCourseChanges } from '#src/features/courses/api/use-course-changes.ts'
import { renderPage } from '#tests/support/web/render.tsx'

describe('a change of a course', () => {
  it('replaces the answer of a first fetch that began before it', async () => {
    const answers: ((text: string) => void)[] = []
    const Page = () => {
      const changed = useCourseChanges()
      const { data } = useQuery({
        queryKey: reviewsKey(1),
        queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
      })
      return (
        <button onClick={() => void changed({ type: 'reviews', courseId: 1 })}>{data ?? 'loading'}</button>
      )
    }
    const { user } = await renderPage(<Page />)
    await user.click(screen.getByRole('button', { name: 'loading' }))
    await expect.poll(() => answers.length).toBe(2)
    answers[0]?.('before')
    answers[1]?.('after')
    expect(await screen.findByRole('button', { name: 'after' })).toBeInTheDocument()
  })
})
